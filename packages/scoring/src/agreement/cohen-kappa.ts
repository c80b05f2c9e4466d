/**
 * Cohen's unweighted kappa of two raters over the same cases: the agreement beyond what their label
 * frequencies would give by chance. 1 is full agreement, 0 is chance.
 * Source: Cohen, A Coefficient of Agreement for Nominal Scales (1960).
 * @param cases the two labels of each case
 * @returns null without cases, and if both raters always give the same single label
 */
export function cohenKappa<Label>(cases: readonly (readonly [Label, Label])[]): number | null {
  const total = cases.length;
  const agreed = cases.filter(([first, second]) => first === second).length;
  const labels = new Set(cases.flat());
  const byChance = [...labels].reduce(
    (sum, label) =>
      sum +
      cases.filter(([first]) => first === label).length *
        cases.filter(([, second]) => second === label).length,
    0,
  );
  const beyond = total * total - byChance;
  return beyond === 0 ? null : (agreed * total - byChance) / beyond;
}
