import { formatWords, shellWords, type ShellWord } from '../draft/shell-words.ts';

const ALONE =
  /^(--cov[=-].*=.*|--cov=.*|--cov-branch|--cov-append|--no-cov.*|-x|--exitfirst|--maxfail=.*|-q+|-v+|--ff|--lf|--sw|--numprocesses=.*|-n\d+|-nauto|--dist=.*|--durations=.*|--junit-?xml=.*|--color=.*|--benchmark-.*|--strict.*|-W.*|-r[a-zA-Z]+|--tb=.*|--html=.*|--timeout=.*|--reruns=.*)$/;
const WITH_VALUE =
  /^(-n|--numprocesses|--cov-(?:report|config|context|fail-under)|--maxfail|--dist|--junit-?xml|-W|--tb|--html|--durations|--timeout|--reruns|--color)$/;

/**
 * Returns the project's `addopts` without options that measure coverage, run in parallel, stop early
 * or write reports, because their plug-ins may not be installed. Returns undefined if nothing
 * changes.
 */
export function keptAddopts(addopts: string | undefined): string | undefined {
  if (addopts === undefined) return undefined;
  const words = shellWords(addopts.replace(/#.*$/gm, ''));
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) continue;
    if (WITH_VALUE.test(word.text)) at += 1;
    else if (word.text === '--cov') {
      // pytest takes the next word as its value, unless that is an option.
      if (words[at + 1]?.text.startsWith('-') === false) at += 1;
    } else if (ALONE.test(word.text)) continue;
    else kept.push(word);
  }
  return kept.length === words.length ? undefined : formatWords(kept);
}
