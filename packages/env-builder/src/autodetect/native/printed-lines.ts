/**
 * Shell lines that run a command whose output is a report in the format `test-lines`. They leave the command's
 * status in the variable `status`, and as the last line of the report.
 * @param command - A pipeline. The status is that of its first command.
 * @param report - The name of the report in `$reports`.
 */
export function printedLines(command: string, report: string): string {
  return `${command} | tee "$reports/${report}"
local status=\${PIPESTATUS[0]}
printf '\\n# status %s\\n' "$status" >>"$reports/${report}"
`;
}
