import { describeIssues, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Usage } from '../usage.ts';
import {
  blockedMember,
  isInlineUrl,
  isRecord,
  never,
  only,
  recordsWithin,
  type KnownMembers,
  type MemberRules,
} from './guard.ts';
import { withMember } from './json-text.ts';
import { MediaTally } from './media.ts';
import { openaiRefusal } from './openai-refusal.ts';
import { openaiUsage } from './openai-usage.ts';
import {
  PROBE_OUTPUT_TOKENS,
  PROBE_TEXT,
  type CallFacts,
  type Inspection,
  type Meter,
  type Protocol,
} from './protocol.ts';

const boundSchema = z.int().positive().nullish();
const bodySchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.unknown()),
  stream: z.boolean().nullish(),
  max_tokens: boundSchema,
  max_completion_tokens: boundSchema,
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});

/** Rules for members, including extensions of other servers with this protocol. */
const RULES: MemberRules = {
  websearchoptions: never('web search'),
  enablesearch: never('web search'),
  searchparameters: never('web search'),
  plugins: never('plugins at the provider'),
  models: never('other models as a fallback'),
  route: never('other models as a fallback'),
  fallbacks: never('other models as a fallback'),
  store: never('state at the provider'),
  audio: never('audio'),
  modalities: {
    capability: 'audio',
    allows: (value) => !JSON.stringify(value ?? '').includes('audio'),
  },
  n: only('more than one answer', 1),
  bestof: only('more than one answer', 1),
  prediction: never('predicted output'),
  servicetier: only('a dearer service tier', 'auto', 'default', 'flex'),
};

const MEMBERS: KnownMembers = {
  read: [
    'model',
    'messages',
    'stream',
    'max_tokens',
    'max_completion_tokens',
    'tools',
    'stream_options',
  ],
  rules: RULES,
  harmless: [
    'temperature',
    'top_p',
    'top_k',
    'min_p',
    'seed',
    'stop',
    'logit_bias',
    'verbosity',
    'user',
    'frequency_penalty',
    'presence_penalty',
    'repetition_penalty',
    'logprobs',
    'top_logprobs',
    'tool_choice',
    'parallel_tool_calls',
    'functions',
    'function_call',
    'response_format',
    'metadata',
    'safety_identifier',
    'prompt_cache_key',
    'prompt_cache_retention',
    // Other servers with this protocol name their thinking and their usage so.
    'reasoning_effort',
    'reasoning',
    'include_reasoning',
    'enable_thinking',
    'thinking',
    'thinking_budget',
    'chat_template_kwargs',
    'usage',
  ],
};

export const openaiChat: Protocol = {
  name: 'openai-chat',
  provider: 'openai',
  inspect,
  edit,
  meter: () => new ChatMeter(),
  probe: (model, stream) => ({
    path: '/chat/completions',
    body: {
      model,
      stream,
      ...(stream ? { stream_options: { include_usage: true } } : {}),
      [boundName(model)]: PROBE_OUTPUT_TOKENS,
      messages: [{ role: 'user', content: PROBE_TEXT }],
    },
  }),
  refusalBody: openaiRefusal,
};

function inspect(raw: Readonly<Record<string, unknown>>): Inspection {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', reason: describeIssues(parsed.error) };
  const body = parsed.data;
  const tool = body.tools?.find(({ type }) => type !== 'function' && type !== 'custom');
  const tally = new MediaTally();
  tallyParts(body.messages, tally);
  const capability =
    blockedMember(raw, MEMBERS) ??
    (tool === undefined ? undefined : `the tool "${tool.type}" at the provider`) ??
    tally.blocked;
  if (capability !== undefined) return { kind: 'blocked', capability };
  const bounds = [body.max_tokens, body.max_completion_tokens].filter((each) => each != null);
  return {
    kind: 'ok',
    facts: {
      model: body.model,
      stream: body.stream === true,
      maxOutputTokens: bounds.length === 0 ? undefined : Math.max(...bounds),
      minOutputTokens: 1,
      images: tally.images,
      documents: tally.documents,
      longCache: false,
    },
  };
}

/** Members with the arguments of client tools. */
const FREE_JSON: ReadonlySet<string> = new Set(['arguments']);

function tallyParts(messages: unknown, tally: MediaTally): void {
  for (const part of recordsWithin(messages, FREE_JSON)) {
    const { type, image_url: image, file, audio } = part;
    if (image != null) {
      if (isInlineUrl(isRecord(image) ? image['url'] : image)) tally.images += 1;
      else tally.block('media by reference');
    } else if (type === 'image_url') tally.block('media by reference');
    if (file != null || type === 'file') tallyFile(file, tally);
    if (part['file_id'] != null) tally.block('files at the provider');
    if (part['file_url'] != null) tally.block('media by reference');
    const films = ['input_audio', 'audio_url', 'video_url', 'input_video'];
    if (films.some((name) => type === name || part[name] != null) || audio != null) {
      tally.block('audio or video');
    }
  }
}

function tallyFile(file: unknown, tally: MediaTally): void {
  const { file_id: id, file_data: data } = isRecord(file) ? file : {};
  if (id != null) tally.block('files at the provider');
  // Some servers accept a URL as the content of a file.
  else if (typeof data === 'string' && !/^[a-z][a-z\d+.-]*:\/\//i.test(data))
    tally.documents = true;
  else tally.block('media by reference');
}

/** Edits a request. A stream reports usage only on request. */
function edit(text: string, facts: CallFacts, clampTo: number | undefined): string {
  const raw: unknown = JSON.parse(text);
  const body = bodySchema.parse(raw);
  let edited = text;
  if (facts.stream && body.stream_options?.include_usage !== true) {
    const options = JSON.stringify({ ...body.stream_options, include_usage: true });
    edited = withMember(edited, 'stream_options', options);
  }
  if (clampTo === undefined) return edited;
  const given = (['max_tokens', 'max_completion_tokens'] as const).filter(
    (name) => body[name] != null,
  );
  for (const name of given.length === 0 ? [boundName(facts.model)] : given) {
    edited = withMember(edited, name, String(clampTo));
  }
  return edited;
}

/** OpenAI's reasoning models only support the new name, and other servers often only the old one. */
function boundName(model: string): 'max_completion_tokens' | 'max_tokens' {
  return /^(?:gpt-|o\d)/.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

const chunkSchema = z.looseObject({
  usage: z.unknown().optional(),
  choices: z.array(z.looseObject({ finish_reason: z.string().nullish() })).nullish(),
});

class ChatMeter implements Meter {
  private last: unknown;
  private finished = false;

  read(json: string): boolean {
    if (json === '[DONE]') {
      this.finished = true;
      return true;
    }
    const parsed = parseJson(json, chunkSchema);
    if (parsed.kind === 'invalid') return false;
    const { usage, choices } = parsed.value;
    if (usage !== undefined && usage !== null) this.last = usage;
    // The chunk with the total has no choices. It is the last one before the end.
    const isTotal = this.last === usage && usage != null && choices?.length === 0;
    const isLast = choices?.some(({ finish_reason: reason }) => reason != null) === true;
    if (isTotal || isLast) this.finished = true;
    return true;
  }

  ended(): boolean {
    return this.finished;
  }

  usage(): Usage | undefined {
    return this.finished ? openaiUsage(this.last) : undefined;
  }
}
