import { deltasOf, event, withoutNulls } from './pieces.ts';
import type { Rendered } from './rendered.ts';
import type { Reply } from './reply.ts';
import type { ScriptUsage } from './script.ts';

/** Gemini generateContent and streamGenerateContent. */
export function renderGemini(reply: Reply): Rendered {
  const { id, model, text, call, usage } = reply;
  const calls =
    call === undefined
      ? []
      : [{ functionCall: { id: call.id, name: call.name, args: call.input } }];
  const counted =
    usage === undefined
      ? undefined
      : withoutNulls({
          promptTokenCount: usage.input ?? null,
          candidatesTokenCount: usage.output ?? null,
          cachedContentTokenCount: usage.cache_read ?? null,
          thoughtsTokenCount: usage.reasoning ?? null,
          totalTokenCount: sumOf([usage.input, usage.output, usage.reasoning]),
        });
  const answer = (parts: readonly unknown[], last: boolean): unknown => ({
    responseId: id,
    modelVersion: model,
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts },
        ...(last ? { finishReason: 'STOP' } : {}),
      },
    ],
    ...(last && counted !== undefined ? { usageMetadata: counted } : {}),
  });
  const chunks = [
    ...deltasOf(text).map((part) => answer([{ text: part }], false)),
    answer(calls, true),
  ];
  return {
    whole: answer([...(text === '' ? [] : [{ text }]), ...calls], true),
    pieces: chunks.map((each) => event(each)),
  };
}

/** Returns the sum, or null if a value is invalid or omitted on purpose. */
function sumOf(counts: readonly ScriptUsage[keyof ScriptUsage][]): number | null {
  const numbers = counts.map((count) => (count === undefined ? 0 : count));
  return numbers.every((count) => typeof count === 'number')
    ? numbers.reduce((sum, count) => sum + count, 0)
    : null;
}
