// tihbat: Where seeds lie: spread over a pit or a store, the same way for the same number

/** The golden angle, in radians: turned by it, points fill a disc evenly. */
const GOLDEN = 2.399963;

/** Points of a ring of `number` points at a distance. */
const ring = (number, away, turn = -Math.PI / 2) =>
  Array.from({ length: number }, (_, at) => [away * Math.cos(turn + (2 * Math.PI * at) / number), away * Math.sin(turn + (2 * Math.PI * at) / number)]);

/**
 * The places of seeds in an ellipse around the origin.
 * @param {number} seeds how many
 * @param {number} across half the width of the ellipse
 * @param {number} down half its height
 * @returns {{ radius: number, places: number[][] }} the radius of a seed, and the middle of each
 */
export function places(seeds, across, down = across) {
  const largest = Math.min(across, down) * 0.19;
  const room = Math.sqrt((across * down) / Math.max(seeds, 1));
  const radius = Math.max(2, Math.min(largest, room * 0.74));
  const [wide, high] = [across - radius - 1, down - radius - 1];
  if (seeds === 1) return { radius, places: [[0, 0]] };
  // Few seeds lie in a ring, as on dice.
  if (seeds < 6 && across === down) return { radius, places: ring(seeds, across * 0.4) };
  if (seeds < 8 && across === down) return { radius, places: [[0, 0], ...ring(seeds - 1, across * 0.52)] };
  const points = Array.from({ length: seeds }, (_, at) => {
    const away = Math.sqrt((at + 0.5) / seeds);
    return [wide * away * Math.cos(at * GOLDEN), high * away * Math.sin(at * GOLDEN)];
  });
  return { radius, places: points };
}
