/** Whether the letters of groups say something. Of a single agent, they would not. */
export function areGrouped(rows: readonly { readonly groups: readonly string[] }[]): boolean {
  return rows.length > 1 && rows.some(({ groups }) => groups.length > 0);
}
