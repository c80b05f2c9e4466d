/** A longer line is cut off. */
export const MAX_CAUSE_LENGTH = 160;

const CAUSE =
  /error|exception|panic|fail(?!ed:? *\d)|expected|assert|not found|\bno .* found|no such|cannot|could not|denied|refused|unsupported|timed? ?out/i;

/** A compiler or a build tool that is called, as it is echoed, with options such as `-Werror`. */
const COMMAND =
  /^(?:\S*\/)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|ld|ar|javac|cmake|make|libtool)(?:-\d+)? (?!.*\berror: )-?\S/;

/** A warning, even if it says that something is unsupported. */
const WARNING = /\bwarning:(?!.*\berror\b)/i;

/** Whether a line of a log says more than that something failed. */
export function tellsCause(line: string): boolean {
  return (
    CAUSE.test(line) &&
    !COMMAND.test(line) &&
    !WARNING.test(line) &&
    !/^[-\s]*fail(?:ed|ure)?:?\W*(?:\(.*)?$/i.test(line)
  );
}

/** How pytest shows the exception itself, below a line that only says where it was raised. */
const RAISED = /^E\s+[\w.]*(?:Error|Exception|Warning)\b/;

/** The line of a log that tells a cause, cut off: an exception in pytest's words, or the first such line. */
export function firstCause(log: string): string | undefined {
  const lines = log.split('\n').map((text) => text.trim());
  const line =
    lines.find((text) => RAISED.test(text)) ?? wentWrong(lines) ?? lines.find(tellsCause);
  return line?.slice(0, MAX_CAUSE_LENGTH);
}

/** Gradle says what failed below a heading, and in indented lines below that why. The last one is the cause. */
function wentWrong(lines: readonly string[]): string | undefined {
  const heading = lines.indexOf('* What went wrong:');
  if (heading === -1) return undefined;
  const end = lines.indexOf('', heading);
  return lines
    .slice(heading + 1, end === -1 ? undefined : end)
    .at(-1)
    ?.replace(/^> /, '');
}
