import type { AttemptPhase } from './progress.ts';

const TEXTS: Readonly<Record<AttemptPhase, string>> = {
  planning: 'writing plans',
  judging: 'choosing a plan',
  inferring: 'running the agent',
  collecting: 'collecting the patch',
  scanning: 'matching rules',
  testing: 'running the tests',
  controlling: 'checking the tests',
};

/**
 * What people read about a phase. The names in events and in JSON stay as they are.
 * @param phase a phase of an attempt or of an instance; other text is returned as it is
 */
export function phaseText(phase: string): string {
  return Object.hasOwn(TEXTS, phase) ? TEXTS[phase as AttemptPhase] : phase;
}
