const DISTINCTIVE_LENGTH = 8;
const COMMON_DEFINERS = 5;

/** How much a reference to a name says, before the number of references is taken into account. */
export function nameWeight(name: string, definers: number, mentioned: ReadonlySet<string>): number {
  let weight = 1;
  if (mentioned.has(name)) weight *= 10;
  if (name.length >= DISTINCTIVE_LENGTH && hasSeveralWords(name)) weight *= 10;
  if (name.startsWith('_')) weight *= 0.1;
  if (definers > COMMON_DEFINERS) weight *= 0.1;
  return weight;
}

/** Snake, kebab or camel case. */
function hasSeveralWords(name: string): boolean {
  const joined = /[_-]/.test(name) && /\p{L}/u.test(name);
  return joined || (/\p{Lu}/u.test(name) && /\p{Ll}/u.test(name));
}
