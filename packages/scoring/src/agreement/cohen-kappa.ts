/**
 * Cohen's kappa of two raters over the same cases, unweighted: agreement beyond what their own
 * frequencies would give by chance. 1 is full agreement, 0 chance. Null for no case, and where both
 * always say the same one thing: chance alone would agree then.
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
