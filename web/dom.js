// tihbat: Creating elements of a page, each in one call

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element with attributes and children. Attributes like `onclick` are listeners. */
export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** An SVG element, in the same way. */
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** The element with an id. */
export const $ = (id) => document.getElementById(id);
