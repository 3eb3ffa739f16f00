/** Every box has this size, so that steps can be placed before they are drawn. */
export const BOX = { width: 216, height: 76 };
/** Room between boxes: beside each other, and below each other, where the names of exits are. */
export const GAP = { x: 32, y: 64 };
