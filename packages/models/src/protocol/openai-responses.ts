import { describeIssues, parseJson } from '@refbench/base';
import { z } from 'zod';
import type { Usage } from '../usage.ts';
import {
  blockedMember,
  isInlineUrl,
  isRecord,
  never,
  only,
  recordsOf,
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
  type Inspection,
  type Meter,
  type Protocol,
} from './protocol.ts';

const bodySchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.unknown())]),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().positive().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
});

const RULES: MemberRules = {
  background: never('work in the background'),
  previousresponseid: never('state at the provider'),
  conversation: never('state at the provider'),
  store: never('state at the provider'),
  prompt: never('a prompt stored at the provider'),
  contextmanagement: never('compaction at the provider'),
  servicetier: only('a dearer service tier', 'auto', 'default', 'flex'),
};

const MEMBERS: KnownMembers = {
  read: ['model', 'input', 'stream', 'max_output_tokens', 'tools'],
  rules: RULES,
  harmless: [
    'instructions',
    'temperature',
    'top_p',
    'top_logprobs',
    'text',
    'truncation',
    'user',
    'reasoning',
    'include',
    'tool_choice',
    'parallel_tool_calls',
    'max_tool_calls',
    'metadata',
    'client_metadata',
    'stream_options',
    'safety_identifier',
    'prompt_cache_key',
    'prompt_cache_retention',
  ],
};

const CLIENT_TOOLS = new Set(['function', 'custom', 'local_shell', 'apply_patch']);

export const openaiResponses: Protocol = {
  name: 'openai-responses',
  provider: 'openai',
  inspect,
  edit: (text, _facts, clampTo) =>
    clampTo === undefined ? text : withMember(text, 'max_output_tokens', String(clampTo)),
  meter: () => new ResponsesMeter(),
  probe: (model, stream) => ({
    path: '/responses',
    body: {
      model,
      stream,
      store: false,
      max_output_tokens: PROBE_OUTPUT_TOKENS,
      input: PROBE_TEXT,
    },
  }),
  refusalBody: openaiRefusal,
};

function inspect(raw: Readonly<Record<string, unknown>>): Inspection {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', reason: describeIssues(parsed.error) };
  const body = parsed.data;
  const tally = new MediaTally();
  tallyItems(body.input, tally);
  const tool = providerTool(body.tools);
  const capability =
    blockedMember(raw, MEMBERS) ??
    (tool === undefined ? undefined : `the tool "${tool}" at the provider`) ??
    tally.blocked;
  if (capability !== undefined) return { kind: 'blocked', capability };
  return {
    kind: 'ok',
    facts: {
      model: body.model,
      stream: body.stream === true,
      maxOutputTokens: body.max_output_tokens ?? undefined,
      // The minimum of the provider.
      minOutputTokens: 16,
      images: tally.images,
      documents: tally.documents,
      longCache: false,
    },
  };
}

/** Returns the type of the first tool that the provider would run. */
function providerTool(tools: unknown): string | undefined {
  for (const tool of recordsOf(tools)) {
    const type = String(tool['type']);
    const environment = isRecord(tool['environment']) ? tool['environment']['type'] : 'local';
    if (type === 'namespace') {
      const inner = providerTool(tool['tools']);
      if (inner !== undefined) return inner;
    } else if (type === 'tool_search') {
      if (tool['execution'] !== 'client') return type;
    } else if (type === 'shell') {
      if (environment !== 'local') return type;
    } else if (!CLIENT_TOOLS.has(type)) {
      return type;
    }
  }
  return undefined;
}

/** Members with the arguments of client tools. */
const FREE_JSON: ReadonlySet<string> = new Set(['arguments', 'action', 'operation']);

function tallyItems(items: unknown, tally: MediaTally): void {
  for (const part of recordsWithin(items, FREE_JSON)) {
    const { type, image_url: image } = part;
    if (type === 'item_reference') tally.block('state at the provider');
    if (part['file_id'] != null) tally.block('files at the provider');
    if (part['file_url'] != null) tally.block('media by reference');
    if (type === 'input_file') tally.documents = true;
    if (type === 'input_audio' || type === 'input_video') tally.block('audio or video');
    if (image == null) continue;
    if (isInlineUrl(isRecord(image) ? image['url'] : image)) tally.images += 1;
    else tally.block('media by reference');
  }
}

const ENDS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

const eventSchema = z.looseObject({
  type: z.string().optional(),
  object: z.string().optional(),
  usage: z.unknown().optional(),
  response: z.looseObject({ usage: z.unknown().optional() }).nullish(),
});

class ResponsesMeter implements Meter {
  private final: Usage | undefined;
  private whole = false;

  read(json: string): boolean {
    if (json === '[DONE]') return true;
    const parsed = parseJson(json, eventSchema);
    if (parsed.kind === 'invalid') return false;
    const event = parsed.value;
    if (event.type !== undefined && ENDS.has(event.type)) {
      this.final = openaiUsage(event.response?.usage);
      this.whole = true;
    }
    if (event.object === 'response') {
      this.final = openaiUsage(event.usage);
      this.whole = true;
    }
    return event.type !== undefined || event.object === 'response';
  }

  ended(): boolean {
    return this.whole;
  }

  usage(): Usage | undefined {
    return this.final;
  }
}
