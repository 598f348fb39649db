// tihbat: Creating elements of a page, each in one call

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/**
 * An HTML element with attributes and children. Attributes like `onclick` are listeners.
 * @param {string} name
 * @param {Record<string, any> | null} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/**
 * An SVG element, in the same way.
 * @param {string} name
 * @param {Record<string, any> | null} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/**
 * The element with an id.
 * @param {string} id
 * @returns {any}
 */
export const $ = (id) => document.getElementById(id);
