import { readExtensions } from '@refbench/code-facts';
import type { Sample } from '../sample/sample-file.ts';
import type { Ticket } from '../tickets/ticket.ts';
import type { CodeSource, Subject } from './subject.ts';

/** The subjects of a sample, in order, and the keys without a ticket. */
export interface SampleSubjects {
  readonly subjects: readonly Subject[];
  readonly withoutTicket: readonly string[];
}

/**
 * Makes the subjects of a sample. Without a ticket, the key serves as the summary and the
 * description is empty, as in the study.
 */
export async function sampleSubjects(
  sample: Sample,
  tickets: AsyncIterable<Ticket>,
  code: CodeSource,
): Promise<SampleSubjects> {
  const wanted = new Set(sample.tickets.map(({ key }) => key));
  const texts = new Map<string, Ticket>();
  for await (const ticket of tickets) if (wanted.has(ticket.key)) texts.set(ticket.key, ticket);
  const { language } = sample;
  const extensions = (await readExtensions()).get(language) ?? [];
  const subjects = sample.tickets.map(({ key, sha, parent, files, tier }) => {
    const { summary = '', description = '' } = texts.get(key) ?? {};
    const label = tier ?? '';
    return {
      key,
      sha,
      parent,
      files,
      tier: label,
      summary,
      description,
      language,
      extensions,
      code,
    };
  });
  return { subjects, withoutTicket: [...wanted].filter((key) => !texts.has(key)) };
}
