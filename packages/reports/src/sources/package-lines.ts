import type { Score } from '@refbench/contracts';

/** The packages of each attempt in summary.md: what it added, and what of it deserves a look. */
export function packageLines(scores: readonly Score[]): readonly string[] {
  const lines = scores.flatMap(({ instance, agent, attempt, packages }) => {
    if (packages === undefined) return [];
    const { added, missing, installed, count, bytes } = packages;
    const parts = [
      `${count} archives, ${(bytes / 2 ** 20).toFixed(1)} MiB`,
      ...(added.length === 0 ? [] : [`added ${added.join(', ')}`]),
      ...(installed === 0 ? [] : [`the installation ended with status ${installed ?? 'unknown'}`]),
      ...(missing.length === 0
        ? []
        : [`could not be had: ${missing.map(({ name }) => name).join(', ')}`]),
      ...noted('asked for the project itself', packages.own_project),
      ...noted('names like a dependency', packages.similar_names),
      ...noted('withdrawn or deprecated', packages.yanked),
      ...noted('without true dates', packages.undated),
    ];
    return [
      `- ${instance}, ${agent} #${attempt}: ${parts.join('; ').replaceAll(/[\r\n|]+/g, ' ')}`,
    ];
  });
  return lines.length === 0 ? [] : ['', '## Packages', '', ...lines];
}

/** One sentence per attempt about the packages that it added or lacked, for reports. */
export function packageNotes(scores: readonly Score[]): readonly string[] {
  return scores.flatMap(({ instance, agent, packages }) => {
    const { added = [], missing = [] } = packages ?? {};
    const who = `${agent} on ${instance}`;
    return [
      ...(added.length === 0 ? [] : [`${who}: added packages: ${added.join(', ')}`]),
      ...(missing.length === 0
        ? []
        : [`${who}: packages could not be had: ${missing.map(({ name }) => name).join(', ')}`]),
    ];
  });
}

function noted(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
}
