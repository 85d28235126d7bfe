/** The number of gestures. A press and everything that is dragged or repeated during it is one gesture. */
let count = 0;

// A second finger belongs to the gesture of the first.
addEventListener('pointerdown', ({ isPrimary }) => (count += isPrimary ? 1 : 0), true);
addEventListener('keydown', ({ repeat }) => (count += repeat ? 0 : 1), true);

/** Returns the number of the current gesture. */
export const gesture = () => count;
