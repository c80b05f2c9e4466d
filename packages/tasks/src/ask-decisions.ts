import type { TaskFindings } from '@refbench/contracts';
import { fillTemplate } from '@refbench/base';
import type { LimitedClient } from '@refbench/models';
import { z } from 'zod';
import { expectForm } from './expect-form.ts';
import { DECISIONS_SYSTEM, readDecisionsPrompt } from './decisions-prompt.ts';

/** Unknown keys are ignored: models like to add remarks. */
const answerSchema = z.object({
  given_away: z.array(z.object({ decision: z.string().min(1), quote: z.string().min(1) })).max(50),
});

export interface AskDecisionsOptions {
  /** A client with a budget. */
  readonly client: LimitedClient;
  /** The open text. */
  readonly text: string;
  /** The change, as `describeSource` renders it. */
  readonly subject: string;
  readonly signal: AbortSignal;
}

/**
 * Asks a model which decisions of golden an open text gives away. Answers whose quote does not occur
 * in the text are dropped and counted.
 * @throws RefbenchError kind `usage` if the budget is spent, `infra-incomplete` if the provider fails
 *   or no answer has the required form
 */
export async function askDecisions(
  options: AskDecisionsOptions,
): Promise<Pick<TaskFindings, 'model' | 'usd' | 'given_away' | 'unsupported'>> {
  const { client, text, subject, signal } = options;
  const prompt = fillTemplate(await readDecisionsPrompt(), { text: text.trim(), subject });
  const request = { system: DECISIONS_SYSTEM, prompt, schema: answerSchema, signal };
  const { value, usd } = await expectForm(client.model, () => client.structured(request), signal);
  const said = folded(text);
  const supported = value.given_away.filter(({ quote }) => {
    const words = folded(quote);
    return words !== '' && said.includes(words);
  });
  return {
    model: client.model,
    usd,
    given_away: supported,
    unsupported: value.given_away.length - supported.length,
  };
}

/** Quotes differ from the text in white space, case and punctuation at their ends. */
function folded(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .toLowerCase();
}
