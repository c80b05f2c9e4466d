import { isRecord, recordsOf } from '../protocol/guard.ts';
import type { Protocol } from '../protocol/protocol.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OfferedTool {
  readonly name: string;
  /** JSON schema of its input; undefined where the input is plain text. */
  readonly parameters: Json | undefined;
}

/** What a script may ask of a request, whatever its protocol. */
export interface RequestView {
  readonly prompt: string;
  readonly results: number;
  readonly tools: readonly OfferedTool[];
  /** The tool that must be called. */
  readonly forced: string | undefined;
}

export function viewRequest(protocol: Protocol['name'], body: Json): RequestView {
  switch (protocol) {
    case 'anthropic-messages':
      return viewMessages(body);
    case 'openai-chat':
      return viewChat(body);
    case 'openai-responses':
      return viewResponses(body);
    case 'gemini':
      return viewGemini(body);
  }
}

function viewMessages(body: Json): RequestView {
  const messages = recordsOf(body['messages']);
  const blocks = messages.flatMap((message) => recordsOf(message['content']));
  const choice = isRecord(body['tool_choice']) ? body['tool_choice'] : {};
  return {
    prompt: textOf([body['system'], ...messages.map((message) => message['content'])]),
    results: blocks.filter((block) => block['type'] === 'tool_result').length,
    tools: recordsOf(body['tools']).map((tool) => offered(tool, tool['input_schema'])),
    forced: nameOf(choice),
  };
}

function viewChat(body: Json): RequestView {
  const messages = recordsOf(body['messages']);
  const choice = isRecord(body['tool_choice']) ? body['tool_choice'] : {};
  return {
    prompt: textOf(messages.map((message) => message['content'])),
    results: messages.filter((message) => message['role'] === 'tool').length,
    tools: recordsOf(body['tools']).map((tool) => {
      const inner = isRecord(tool['function']) ? tool['function'] : tool;
      return offered(inner, inner['parameters']);
    }),
    forced: nameOf(isRecord(choice['function']) ? choice['function'] : choice),
  };
}

function viewResponses(body: Json): RequestView {
  const items = recordsOf(body['input']);
  const choice = isRecord(body['tool_choice']) ? body['tool_choice'] : {};
  return {
    prompt: textOf([body['instructions'], body['input'], ...items.map((item) => item['content'])]),
    results: items.filter((item) => String(item['type']).endsWith('_call_output')).length,
    tools: recordsOf(body['tools']).map((tool) => offered(tool, tool['parameters'])),
    forced: nameOf(choice),
  };
}

function viewGemini(body: Json): RequestView {
  const contents = recordsOf(body['contents']);
  const parts = contents.flatMap((content) => recordsOf(content['parts']));
  const system = isRecord(body['systemInstruction']) ? body['systemInstruction'] : {};
  const tools = recordsOf(body['tools']).flatMap((tool) => recordsOf(tool['functionDeclarations']));
  const config = isRecord(body['toolConfig']) ? body['toolConfig'] : {};
  const calling = isRecord(config['functionCallingConfig']) ? config['functionCallingConfig'] : {};
  return {
    prompt: textOf([system['parts'], parts]),
    results: parts.filter((part) => part['functionResponse'] !== undefined).length,
    tools: tools.map((tool) => offered(tool, tool['parametersJsonSchema'] ?? tool['parameters'])),
    forced: calling['mode'] === 'ANY' ? tools.map(nameOf)[0] : undefined,
  };
}

function offered(tool: Json, parameters: unknown): OfferedTool {
  return {
    name: nameOf(tool) ?? String(tool['type']),
    parameters: isRecord(parameters) ? parameters : undefined,
  };
}

function nameOf(value: Json): string | undefined {
  return typeof value['name'] === 'string' ? value['name'] : undefined;
}

/** All that is text in it, one piece a line. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) {
    return content
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  }
  return isRecord(content) && typeof content['text'] === 'string' ? content['text'] : '';
}
