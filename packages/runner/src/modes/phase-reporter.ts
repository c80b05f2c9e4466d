import type { JournalEvent } from '@refbench/contracts';
import type { Journal } from '@refbench/base';
import type { AttemptPhase } from '@refbench/workspace';
import type { PhaseName, PhaseReporter } from '../submission/planned-mode.ts';

const SHOWN: Readonly<Record<PhaseName, AttemptPhase>> = {
  plan: 'planning',
  multiplan: 'planning',
  judge: 'judging',
  execute: 'inferring',
};

interface ReporterOptions {
  readonly key: { readonly instance: string; readonly agent: string; readonly attempt: number };
  readonly journal: Pick<Journal<JournalEvent>, 'append'>;
  readonly onPhase: (phase: AttemptPhase) => void;
}

/** Reports the phases of an attempt to the journal and to viewers. */
export function phaseReporter({ key, journal, onPhase }: ReporterOptions): PhaseReporter {
  return {
    async started(phase) {
      await journal.append({ kind: 'phase-started', ...key, phase, at: new Date().toISOString() });
      onPhase(SHOWN[phase]);
    },
    async ended({ phase, outcome, adopted_from }) {
      const at = new Date().toISOString();
      await journal.append({ kind: 'phase-ended', ...key, phase, outcome, adopted_from, at });
    },
  };
}
