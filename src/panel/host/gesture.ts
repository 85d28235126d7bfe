/** One press, with all that is dragged or repeated while it lasts, is one gesture. */
let count = 0;

// A second finger on the glass belongs to the gesture of the first.
addEventListener('pointerdown', ({ isPrimary }) => (count += isPrimary ? 1 : 0), true);
addEventListener('keydown', ({ repeat }) => (count += repeat ? 0 : 1), true);

/** The number of the gesture that is under way. */
export const gesture = () => count;
