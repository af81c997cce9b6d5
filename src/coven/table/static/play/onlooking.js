// Somebody who only looks at a picture: draws closer, moves it, opens what is another's, and can choose nothing.

const nothing = () => {};

/** What the pointer asks for where nothing can be chosen. @type {{walk: import("./pointing.js").Chooser, asking: import("./pointing.js").Asker}} */
export const onlookers = {
  walk: { ghost: null, aim: nothing, opens: () => false, pick: nothing, back: nothing, lay: nothing, settled: nothing },
  asking: { hide: nothing, press: () => false, crossing: () => false, rest: nothing, leave: nothing, why: nothing },
};
