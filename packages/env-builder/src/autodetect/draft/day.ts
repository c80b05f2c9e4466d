/** Returns the day of a date in UTC, e.g. `2019-05-28`. Days compare like texts. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns a date in UTC without a fraction of a second, e.g. `2019-05-28T12:34:56Z`. */
export function secondOf(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * Replaces the time of one commit by that of another one in a recipe, which names it where packages are chosen by
 * date.
 */
export function redated(text: string, from: Date, to: Date): string {
  const forms = [(date: Date) => date.toISOString(), secondOf, dayOf];
  return forms.reduce((all, form) => all.replaceAll(form(from), form(to)), text);
}
