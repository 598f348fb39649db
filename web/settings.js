// tihbat: Settings of the reader, which survive a reload

const KEY = "tihbat";
const DEFAULTS = { opponent: "", strength: "10", hide: false, letters: true, flip: false, positions: false };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // A browser may forbid storage, and someone else may have written there.
    return {};
  }
}

/** @type {{ opponent: string, strength: string, hide: boolean, letters: boolean, flip: boolean, positions: boolean }} */
export const settings = { ...DEFAULTS };
for (const [name, value] of Object.entries(stored() ?? {})) if (typeof value === typeof DEFAULTS[name]) settings[name] = value;

/** Changes a setting, and keeps it if the browser lets it. */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It lasts until the page is closed.
  }
}

/** Ties a form field to a setting. `changed` is called after each change. */
export function tie(field, name, changed) {
  const box = field.type === "checkbox";
  if (box) field.checked = settings[name];
  else if ([...field.options].some(({ value }) => value === settings[name])) field.value = settings[name];
  field.addEventListener("change", () => {
    set(name, box ? field.checked : field.value);
    changed();
  });
}
