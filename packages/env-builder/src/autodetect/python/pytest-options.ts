import { formatWords, shellWords, type ShellWord } from '../shell-words.ts';

const ALONE =
  /^(--cov|--cov[=-].*=.*|--cov=.*|--cov-branch|--cov-append|--no-cov.*|-x|--exitfirst|--maxfail=.*|-q+|-v+|--ff|--lf|--sw|--numprocesses=.*|-n\d+|-nauto|--dist=.*|--durations=.*|--junit-?xml=.*|--color=.*|--benchmark-.*|--strict.*|-W.*|-r[a-zA-Z]+|--tb=.*|--html=.*|--timeout=.*|--reruns=.*)$/;
const WITH_VALUE =
  /^(-n|--numprocesses|--cov-report|--maxfail|--dist|--junit-?xml|-W|--tb|--html|--durations|-p|--timeout|--reruns|--color)$/;

/**
 * The project's `addopts` without what measures coverage, spreads over processes, stops early or
 * writes reports: plug-ins for those may not even be installed. undefined where nothing is to change.
 */
export function keptAddopts(addopts: string | undefined): string | undefined {
  if (addopts === undefined) return undefined;
  const words = shellWords(addopts.replace(/#.*$/gm, ''));
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) continue;
    if (WITH_VALUE.test(word.text)) at += 1;
    else if (ALONE.test(word.text)) continue;
    else kept.push(word);
  }
  return kept.length === words.length ? undefined : formatWords(kept);
}
