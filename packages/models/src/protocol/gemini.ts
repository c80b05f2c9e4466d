import { describeIssues, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Usage } from '../usage.ts';
import {
  blockedMember,
  isRecord,
  never,
  only,
  recordsOf,
  recordsWithin,
  type KnownMembers,
  type MemberRules,
} from './guard.ts';
import { memberText, withMember } from './json-text.ts';
import { MediaTally } from './media.ts';
import {
  PROBE_OUTPUT_TOKENS,
  PROBE_TEXT,
  type CallFacts,
  type Inspection,
  type Meter,
  type Protocol,
  type RouteFacts,
} from './protocol.ts';
import { maybeTokenCountSchema, tokenCountSchema } from './token-count.ts';

/** Member names of Gemini's JSON, which allows two spellings. */
const SPELLINGS = {
  config: ['generationConfig', 'generation_config'],
  bound: ['maxOutputTokens', 'max_output_tokens'],
  system: ['systemInstruction', 'system_instruction'],
  functions: ['functionDeclarations', 'function_declarations'],
} as const;

const bodySchema = z.looseObject({
  contents: z.union([z.array(z.unknown()), z.looseObject({})]),
  tools: z.union([z.array(z.looseObject({})), z.looseObject({})]).nullish(),
});

const RULES: MemberRules = {
  cachedcontent: never('state at the provider'),
  servicetier: only('a dearer service tier', 'standard', 'flex'),
};

const CONFIG_RULES: MemberRules = {
  candidatecount: only('more than one answer', 1),
  speechconfig: never('audio'),
  responsemodalities: {
    capability: 'media in the answer',
    allows: (value) =>
      value == null || (Array.isArray(value) && value.every((each) => each === 'TEXT')),
  },
};

const MEMBERS: KnownMembers = {
  read: ['contents', 'tools', ...SPELLINGS.config, ...SPELLINGS.system],
  rules: RULES,
  harmless: ['toolConfig', 'safetySettings', 'labels'],
};

const CONFIG_MEMBERS: KnownMembers = {
  read: SPELLINGS.bound,
  rules: CONFIG_RULES,
  harmless: [
    'temperature',
    'topP',
    'topK',
    'stopSequences',
    'seed',
    'thinkingConfig',
    'logprobs',
    'presencePenalty',
    'frequencyPenalty',
    'responseLogprobs',
    'responseMimeType',
    'responseSchema',
    'responseJsonSchema',
    'mediaResolution',
  ],
};

export const gemini: Protocol = {
  name: 'gemini',
  provider: 'gemini',
  inspect,
  edit,
  meter: () => new GeminiMeter(),
  probe: (model, stream) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: {
      contents: [{ role: 'user', parts: [{ text: PROBE_TEXT }] }],
      generationConfig: { maxOutputTokens: PROBE_OUTPUT_TOKENS },
    },
  }),
  refusalBody: (status, code, message) => ({
    error: { code: status, message, status: 'FAILED_PRECONDITION', details: [{ reason: code }] },
  }),
};

function inspect(raw: Readonly<Record<string, unknown>>, route: RouteFacts): Inspection {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', reason: describeIssues(parsed.error) };
  for (const names of [SPELLINGS.config, SPELLINGS.system]) {
    if (names.every((name) => name in raw)) return ambiguous(names[0]);
  }
  const config = pick(raw, SPELLINGS.config) ?? {};
  if (!isRecord(config)) return { kind: 'invalid', reason: 'generationConfig is not an object' };
  if (SPELLINGS.bound.every((name) => name in config)) return ambiguous(SPELLINGS.bound[0]);
  const bound = z.int().positive().nullish().safeParse(pick(config, SPELLINGS.bound));
  if (!bound.success) return { kind: 'invalid', reason: 'maxOutputTokens is not a whole number' };
  const tally = new MediaTally();
  tallyContents(raw['contents'], tally);
  tallyContents(pick(raw, SPELLINGS.system), tally);
  const capability =
    blockedMember(raw, MEMBERS) ??
    blockedMember(config, CONFIG_MEMBERS) ??
    providerTool(parsed.data.tools) ??
    tally.blocked;
  if (capability !== undefined) return { kind: 'blocked', capability };
  return {
    kind: 'ok',
    facts: {
      model: route.model ?? '',
      stream: route.stream,
      maxOutputTokens: bound.data ?? undefined,
      minOutputTokens: 1,
      images: tally.images,
      documents: tally.documents,
      longCache: false,
    },
  };
}

function ambiguous(name: string): Inspection {
  return { kind: 'invalid', reason: `${name} is given in two spellings` };
}

function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => value !== undefined);
}

/** Finds a tool that the provider runs, that is, any except declared functions. */
function providerTool(tools: unknown): string | undefined {
  const names: readonly string[] = SPELLINGS.functions;
  const list = isRecord(tools) ? [tools] : recordsOf(tools);
  const other = list.flatMap((tool) => Object.keys(tool)).find((key) => !names.includes(key));
  return other === undefined ? undefined : `the tool "${other}" at the provider`;
}

/** Members with the arguments and results of client tools. */
const FREE_JSON: ReadonlySet<string> = new Set(['args', 'response']);

function tallyContents(contents: unknown, tally: MediaTally): void {
  for (const part of recordsWithin(contents, FREE_JSON)) {
    if (['fileData', 'file_data', 'fileUri', 'file_uri'].some((name) => part[name] != null)) {
      tally.block('media by reference');
    }
    const inline = pick(part, ['inlineData', 'inline_data']);
    if (isRecord(inline)) tally.inline(String(pick(inline, ['mimeType', 'mime_type'])));
  }
}

function edit(text: string, _facts: CallFacts, clampTo: number | undefined): string {
  if (clampTo === undefined) return text;
  const [fallback] = SPELLINGS.config;
  const name = SPELLINGS.config.find((each) => memberText(text, each) !== undefined) ?? fallback;
  const found = memberText(text, name);
  const config = found === undefined || found === 'null' ? '{}' : found;
  const bound = SPELLINGS.bound.find((each) => memberText(config, each) !== undefined);
  const clamped = withMember(config, bound ?? SPELLINGS.bound[0], String(clampTo));
  return withMember(text, name, clamped);
}

const answerSchema = z.looseObject({
  usageMetadata: z.unknown().optional(),
  candidates: z.array(z.looseObject({ finishReason: z.string().nullish() })).nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
});

const usageSchema = z.looseObject({
  promptTokenCount: tokenCountSchema,
  candidatesTokenCount: maybeTokenCountSchema,
  thoughtsTokenCount: maybeTokenCountSchema,
  cachedContentTokenCount: maybeTokenCountSchema,
  totalTokenCount: maybeTokenCountSchema,
});

class GeminiMeter implements Meter {
  private last: unknown;
  private finished = false;

  read(json: string): boolean {
    const parsed = parseJson(json, answerSchema);
    if (parsed.kind === 'invalid') return false;
    const { usageMetadata, candidates, promptFeedback } = parsed.value;
    // Each chunk contains cumulative values.
    if (usageMetadata !== undefined) this.last = usageMetadata;
    const ended = candidates?.some(({ finishReason }) => finishReason != null) === true;
    if (ended || promptFeedback?.blockReason != null) this.finished = true;
    return true;
  }

  ended(): boolean {
    return this.finished;
  }

  usage(): Usage | undefined {
    const parsed = usageSchema.safeParse(this.last);
    if (!this.finished || !parsed.success) return undefined;
    const { promptTokenCount: prompt, cachedContentTokenCount: cached } = parsed.data;
    const { candidatesTokenCount: answer, thoughtsTokenCount: thoughts } = parsed.data;
    const read = cached ?? 0;
    // Zero values are omitted, but not both the value and the total.
    if (read > prompt || (answer ?? parsed.data.totalTokenCount) == null) return undefined;
    return {
      inputTokens: prompt - read,
      cacheReadTokens: read,
      cacheWriteTokens: 0,
      cacheWriteLongTokens: 0,
      outputTokens: Math.max(
        (answer ?? 0) + (thoughts ?? 0),
        (parsed.data.totalTokenCount ?? 0) - prompt,
      ),
    };
  }
}
