import type { ProvisionalBaseline } from '@refbench/contracts';

/** Says which baseline scored a first look, and so why it is not ranked. */
export function provisionalText({ source, runs, machine }: ProvisionalBaseline): string {
  const whose = source === 'published' ? 'the published baseline' : 'the first runs on this host';
  return `a first look, not ranked: scored with ${whose} (${runs} runs of base and of golden, ${machine})`;
}
