/** What figures of a score are called on pages. */
const FIGURES: Readonly<Record<string, string>> = {
  pass: 'Pass',
  pass_strict: 'Pass by name',
  ifr: 'IFR',
  ifr_strict: 'IFR, strict',
  alignment: 'Alignment',
  alignment_strict: 'Alignment, strict',
  precision: 'Precision',
  graded_ifr: 'Graded IFR',
  tests: 'Tests',
  rules: 'Rules',
  patch: 'Patch',
  f1: 'F1',
};

const SIDES: Readonly<Record<string, string>> = {
  additive: ', additive rules',
  reductive: ', reductive rules',
  total: '',
};

/** The name of a figure by its path in score.json, e.g. `precision.additive`. */
export function figureName(path: string): string {
  const [name = '', side = 'total'] = path.split('.', 2);
  return `${FIGURES[name] ?? words(name)}${SIDES[side] ?? `, ${words(side)}`}`;
}

/** A kind such as `tests-emptied` as words. */
export function words(kind: string): string {
  return kind.replaceAll(/[-_]/g, ' ');
}
