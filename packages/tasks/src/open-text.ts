/**
 * Maximum length of an open text in characters. An open text names the area and the concern, and
 * leaves every decision to the agent, for which one short line is enough.
 */
export const OPEN_LIMIT = 70;

/**
 * Returns what is wrong with the form of an open text.
 * @param limit maximum length in characters, without surrounding white space
 */
export function openTextProblems(text: string, limit: number = OPEN_LIMIT): readonly string[] {
  const trimmed = text.trim();
  const length = Array.from(trimmed).length;
  return [
    ...(/[\n\r]/.test(trimmed) ? ['has more than one line'] : []),
    ...(length > limit ? [`has ${length} characters, more than ${limit}`] : []),
  ];
}
