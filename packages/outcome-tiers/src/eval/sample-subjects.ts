import { readExtensions } from '@refbench/mining';
import type { Sample } from '../sample/sample-file.ts';
import type { Ticket } from '../tickets/ticket.ts';
import type { CodeSource, Subject } from './subject.ts';

/** The subjects of a sample, in its order, and the keys whose tickets were not among those given. */
export interface SampleSubjects {
  readonly subjects: readonly Subject[];
  readonly withoutTicket: readonly string[];
}

/** A ticket that is not there leaves its key as summary and no description, as in the study. */
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
