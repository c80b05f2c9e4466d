import { countOf } from '@refbench/base';
import { phaseText, type ProgressEvent } from '@refbench/workspace';
import { attemptName } from './attempt-name.ts';
import { elapsed } from './live-rows.ts';
import { terminalText } from './terminal-text.ts';

/** Formats an event as a line. Returns undefined for events that only live views show. */
export function progressLine(event: ProgressEvent): string | undefined {
  switch (event.kind) {
    case 'planned':
      return `run ${event.run}: ${countOf(event.attempts, 'attempt')}, results in ${event.folder}`;
    case 'preparing':
      return `${event.instance}  ${terminalText(event.message)}`;
    case 'instance-phase':
      // The attempts say what follows.
      if (event.phase === 'ready') return undefined;
      return `${event.instance}  ${event.phase}${expectedText(event.expected_ms)}`;
    case 'calibrated':
      return `${event.instance}  ${calibratedText(event)}`;
    case 'phase':
      return `${attemptName(event)}  ${phaseText(event.phase)}${expectedText(event.expected_ms)}`;
    case 'scored': {
      const { score } = event;
      const pass = score.pass === null ? '-' : String(score.pass);
      const ifr = score.ifr.total === null ? '-' : score.ifr.total.toFixed(3);
      const how = event.reused ? 'already scored' : score.outcome.kind;
      return `${attemptName(score)}  ${how}  Pass ${pass}  IFR ${ifr}`;
    }
    // Live views, heartbeats and --tail show these events.
    case 'output':
    case 'spent':
      return undefined;
    case 'absent':
      return `${event.instance}  ${event.agent}  absent: ${terminalText(event.reason)}`;
    case 'failed': {
      const hint = event.hint === '' ? '' : ` (${terminalText(event.hint)})`;
      return `${event.instance}  ${event.agent}  no score: ${terminalText(event.reason)}${hint}`;
    }
  }
}

/** Durations below this are not worth a number. */
const SHORT_MS = 1000;

function expectedText(ms: number | null | undefined): string {
  return ms === null || ms === undefined || ms < SHORT_MS ? '' : `, about ${elapsed(ms)}`;
}

function calibratedText({
  differences,
  regraded,
}: Extract<ProgressEvent, { kind: 'calibrated' }>): string {
  const found =
    differences.length === 0
      ? 'agrees with the first look'
      : `differs from the first look (${differences.join('; ')})`;
  return `the baseline of this host is complete and ${found}; ${countOf(regraded, 'attempt')} graded again`;
}
