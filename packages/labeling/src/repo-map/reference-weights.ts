const DISTINCTIVE_LENGTH = 8;
const COMMON_DEFINERS = 5;

/** Returns the weight of a reference to a name, independently of the number of references. */
export function nameWeight(name: string, definers: number, mentioned: ReadonlySet<string>): number {
  let weight = 1;
  if (mentioned.has(name)) weight *= 10;
  if (name.length >= DISTINCTIVE_LENGTH && hasSeveralWords(name)) weight *= 10;
  if (name.startsWith('_')) weight *= 0.1;
  if (definers > COMMON_DEFINERS) weight *= 0.1;
  return weight;
}

/** Returns true for snake, kebab and camel case. */
function hasSeveralWords(name: string): boolean {
  const joined = /[_-]/.test(name) && /\p{L}/u.test(name);
  return joined || (/\p{Lu}/u.test(name) && /\p{Ll}/u.test(name));
}
