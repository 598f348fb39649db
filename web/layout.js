// tihbat: Where the parts of a board are drawn
//
// A slot is a place for a pit: slots 0, 1, ... are the lower row from left to right, then the upper row from right to left, so
// that sowing goes through them in order. Stores stand left and right of the pits; where the page is narrow, above and below.

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * @typedef {object} Layout
 * @property {number} width of the picture, in its own units
 * @property {number} height
 * @property {number} radius of a pit
 * @property {number} badge the width of a badge
 * @property {number} text the size of letters and counts
 * @property {(slot: number) => { x: number, y: number, upper: boolean }} slot the middle of a pit
 * @property {{ lower: Box, upper: Box }} stores the stores of the players who sit below and above
 * @property {boolean} narrow
 */

/** @returns {Layout} */
function wide(row) {
  const step = row > 5 ? 106 : 118;
  const [radius, store, gap, pad] = [46, 108, 20, 20];
  // A board of one or two pits a side is drawn no larger than one of three.
  const inner = Math.max(row, 2.4) * step;
  const width = 2 * (pad + store + gap) + inner;
  const [upper, lower] = [112, 236];
  const slot = (at) => {
    const up = at >= row;
    const column = up ? 2 * row - 1 - at : at;
    return { x: width / 2 + (column - (row - 1) / 2) * step, y: up ? upper : lower, upper: up };
  };
  const box = (x) => ({ x, y: 78, width: store, height: 192 });
  return { width, height: 348, radius, badge: Math.min(step - 10, 96), text: 19, slot, narrow: false, stores: { lower: box(width - pad - store), upper: box(pad) } };
}

/** @returns {Layout} */
function tall(row) {
  const [width, pad, strip] = [360, 10, 50];
  const step = Math.min(112, (width - 2 * pad) / row);
  const radius = Math.min(46, step * 0.43);
  const badge = 30;
  const upper = pad + strip + badge + 14 + radius;
  const lower = upper + 2 * radius + 18;
  const height = lower + radius + badge + 14 + strip + pad;
  const slot = (at) => {
    const up = at >= row;
    const column = up ? 2 * row - 1 - at : at;
    return { x: width / 2 + (column - (row - 1) / 2) * step, y: up ? upper : lower, upper: up };
  };
  const box = (y) => ({ x: pad, y, width: width - 2 * pad, height: strip });
  return { width, height, radius, badge: Math.min(step - 4, 92), text: Math.max(11, Math.min(18, radius * 0.42)), slot, narrow: true, stores: { lower: box(height - pad - strip), upper: box(pad) } };
}

/** The layout of a board with `row` pits a side. */
export const layout = (row, narrow) => (narrow ? tall(row) : wide(row));
