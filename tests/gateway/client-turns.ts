import type { JsonObject } from '@tenfold/core';
import type { WireId } from '@tenfold/dialects';

/** What clients send as one turn: its items, where `n` tells it from all others. Each is whole by itself and begins with the user. */
export type ClientTurn = (n: number) => readonly JsonObject[];

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = 'JVBERi0xLjQK';
const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const text = (words: string, more: JsonObject = {}) => ({ type: 'text', text: words, ...more });
/** No API takes more than four: those around a request, and of its first two turns. */
const few = (n: number) => (n < 2 ? mark : {});
const user = (content: string | readonly JsonObject[]) => ({ role: 'user', content });
const assistant = (content: string | readonly JsonObject[]) => ({ role: 'assistant', content });
const use = (id: string, input: JsonObject = {}) => ({ type: 'tool_use', id, name: 'look', input, caller: { type: 'direct' } });
const result = (id: string, more: JsonObject) => ({ type: 'tool_result', tool_use_id: id, ...more });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };

const anthropic: Readonly<Record<string, ClientTurn>> = {
  words: (n) => [user(`Words ${n}`), assistant([text(`Said ${n}`)])],
  blocks: (n) => [user([text(`One ${n}`), text(`two ${n}`, { odd: n })]), assistant(`Plain ${n}`)],
  marked: (n) => [user([text(`Marked ${n}`, few(n))]), assistant([text(`Said ${n}`, { citations: null })])],
  system: (n) => [
    { role: 'system', content: [], output_config: { effort: 'high' } },
    user(`Words ${n}`),
    { role: 'system', content: [text(`Mind ${n}`, few(n))], output_config: { effort: 'low' } },
    assistant([text(`Said ${n}`)]),
    { role: 'system', content: `Stay kind ${n}.` },
  ],
  thinking: (n) => [
    user(`Think ${n}`),
    assistant([
      { type: 'thinking', thinking: `Hm ${n}`, signature: 'signed' },
      { type: 'redacted_thinking', data: `blob${n}` },
      text(`Thought ${n}`),
    ]),
  ],
  calls: (n) => [
    user(`Look ${n}`),
    assistant([
      { type: 'thinking', thinking: '', signature: `signed${n}` },
      text(`Looking ${n}`),
      use(`a${n}`, { path: `p${n}`, cache_control: { a: 1 } }),
      use(`b${n}`),
      use(`c${n}`),
    ]),
    user([
      result(`c${n}`, { content: [text(`three ${n}`), image] }),
      result(`a${n}`, { is_error: true, content: `bad ${n}` }),
      result(`b${n}`, few(n)),
      text(`And this ${n}`),
    ]),
    assistant([text(`Seen ${n}`)]),
  ],
  loop: (n) => [
    user(`Loop ${n}`),
    assistant([use(`a${n}`)]),
    user([result(`a${n}`, { content: '' })]),
    assistant([use(`b${n}`)]),
    user([result(`b${n}`, { content: [] })]),
    { role: 'system', content: [text('Remember.')], output_config: { effort: 'medium' } },
    assistant([text(`Done ${n}`)]),
  ],
  searches: (n) => [
    user(`Find ${n}`),
    assistant([
      { type: 'server_tool_use', id: `srvtoolu_${n}`, name: 'web_search', input: { query: `q${n}` } },
      {
        type: 'web_search_tool_result',
        tool_use_id: `srvtoolu_${n}`,
        content: [{ type: 'web_search_result', url: 'https://a.example' }],
      },
      { type: 'mcp_tool_use', id: `mcptoolu_${n}`, name: 'x', server_name: 'y', input: {} },
      { type: 'mcp_tool_result', tool_use_id: `mcptoolu_${n}`, is_error: false, content: [text('ok')] },
      text(`Found ${n}`, { citations: [{ type: 'web_search_result_location', url: 'https://a.example', cited_text: 'a' }] }),
    ]),
  ],
  deferred: (n) => [
    user(`Tools ${n}`),
    assistant([
      { type: 'server_tool_use', id: `srvtoolu_t${n}`, name: 'tool_search_tool_regex', input: { pattern: 'x' } },
      {
        type: 'tool_search_tool_result',
        tool_use_id: `srvtoolu_t${n}`,
        content: { type: 'tool_search_tool_search_result', tool_references: [{ type: 'tool_reference', tool_name: 'later' }] },
      },
      { ...use(`d${n}`), name: 'later' },
    ]),
    user([result(`d${n}`, { content: [{ type: 'tool_reference', tool_name: 'later' }] })]),
    assistant([text(`Used ${n}`)]),
  ],
  files: (n) => [
    user([
      image,
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: PDF },
        title: `t${n}`,
        citations: { enabled: true },
      },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: `words ${n}` }, context: 'c' },
      { type: 'document', source: { type: 'content', content: [text('inner')] } },
      { type: 'search_result', source: 'x', title: 'y', content: [text('found')] },
      { type: 'container_upload', file_id: `file_${n}` },
    ]),
    assistant([text(`Read ${n}`)]),
  ],
};

const call = (id: string, name: string, args: string) => ({ id, type: 'function', function: { name, arguments: args } });
const chat: Readonly<Record<string, ClientTurn>> = {
  words: (n) => [user(`Words ${n}`), assistant(`Said ${n}`)],
  named: (n) => [
    { ...user(`Words ${n}`), name: 'ann' },
    { ...assistant([text(`Said ${n}`)]), annotations: [] },
  ],
  notes: (n) => [
    { role: 'developer', content: `Note ${n}` },
    user([text(`Words ${n}`, mark)]),
    { role: 'system', content: 'x' },
    assistant(''),
  ],
  refuses: (n) => [user(`Words ${n}`), { role: 'assistant', content: null, refusal: `No ${n}` }],
  calls: (n) => [
    user(`Look ${n}`),
    {
      role: 'assistant',
      content: null,
      reasoning_content: `Hm ${n}`,
      tool_calls: [
        call(`a${n}`, 'look', '{"path": "é"}'),
        call(`b${n}`, 'look', ''),
        { ...call(`c${n}`, 'x', '{"torn": '), index: 2 },
      ],
    },
    { role: 'tool', tool_call_id: `b${n}`, content: [text(`two ${n}`)] },
    { role: 'tool', tool_call_id: `a${n}`, name: 'look', content: `one ${n}` },
    { role: 'tool', tool_call_id: `c${n}`, content: '' },
    assistant(`Seen ${n}`),
  ],
  loop: (n) => [
    user(`Loop ${n}`),
    { role: 'assistant', content: `First ${n}`, tool_calls: [call('same', 'look', '{}')] },
    { role: 'tool', tool_call_id: 'same', content: 'x' },
    { role: 'assistant', tool_calls: [{ id: `u${n}`, type: 'custom', custom: { name: 'patch', input: `*** ${n}` } }] },
    { role: 'tool', tool_call_id: `u${n}`, content: 'y' },
    assistant(`Done ${n}`),
  ],
  legacy: (n) => [
    user(`Old ${n}`),
    { role: 'assistant', content: null, function_call: { name: 'old', arguments: `{"n":${n}}` } },
    { role: 'function', name: 'old', content: `way ${n}` },
    assistant(`Done ${n}`),
  ],
  files: (n) => [
    user([
      text(`See ${n}`),
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      { type: 'file', file: { file_data: `data:application/pdf;base64,${PDF}`, filename: 'a.pdf' } },
      { type: 'video_url', video_url: { url: 'https://example.com/v' } },
    ]),
    { role: 'assistant', content: null, audio: { id: `audio_${n}` } },
  ],
};

const said = (n: number, more: JsonObject = {}) => ({
  type: 'message',
  id: `msg_${n}`,
  role: 'assistant',
  status: 'completed',
  phase: 'final',
  content: [{ type: 'output_text', text: `Said ${n}`, annotations: [] }],
  ...more,
});
const asks = (words: string) => ({
  type: 'message',
  role: 'user',
  id: `in_${words}`,
  content: [{ type: 'input_text', text: words }],
});
const thought = (n: number) => ({ type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: `enc${n}`, content: null });
const responses: Readonly<Record<string, ClientTurn>> = {
  words: (n) => [user(`Words ${n}`), { role: 'assistant', content: `Said ${n}` }],
  items: (n) => [asks(`Words ${n}`), thought(n), said(n)],
  tools: (n) => [
    { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: `t${n}`, parameters: {} }] },
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: `Note ${n}` }] },
    asks(`Words ${n}`),
    said(n),
  ],
  calls: (n) => [
    asks(`Look ${n}`),
    {
      type: 'reasoning',
      id: `rs_a${n}`,
      summary: [
        { type: 'summary_text', text: 'one' },
        { type: 'summary_text', text: 'two' },
      ],
    },
    { type: 'function_call', id: `fc_a${n}`, call_id: `a${n}`, name: 'look', arguments: '{"path": "é"}', status: 'completed' },
    { type: 'function_call', id: `fc_b${n}`, call_id: `b${n}`, name: 'look', arguments: '' },
    {
      type: 'function_call_output',
      call_id: `b${n}`,
      output: [
        { type: 'input_text', text: 'x' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
      ],
    },
    { type: 'function_call_output', call_id: `a${n}`, output: `one ${n}` },
    thought(n),
    { type: 'custom_tool_call', id: `ct_${n}`, call_id: `c${n}`, name: 'apply_patch', input: `*** ${n}` },
    { type: 'custom_tool_call_output', call_id: `c${n}`, output: 'ok' },
    said(n),
  ],
  shells: (n) => [
    asks(`Run ${n}`),
    thought(n),
    {
      type: 'local_shell_call',
      id: `ls_${n}`,
      call_id: `s${n}`,
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'local_shell_call_output', call_id: `s${n}`, output: `x${n}` },
    { type: 'apply_patch_call', call_id: `p${n}`, status: 'completed', operation: { type: 'delete_file', path: 'a' } },
    { type: 'apply_patch_call_output', call_id: `p${n}`, status: 'completed', output: 'ok' },
    said(n),
  ],
  searches: (n) => [
    asks(`Find ${n}`),
    thought(n),
    { type: 'web_search_call', id: `ws_${n}`, status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'mcp_list_tools', id: `ml_${n}`, server_label: 's', tools: [] },
    { type: 'mcp_call', id: `mc_${n}`, server_label: 's', name: 'x', arguments: '{}', output: 'y' },
    { type: 'image_generation_call', id: `ig_${n}`, status: 'completed', result: PNG },
    said(n, {
      content: [
        { type: 'output_text', text: `a${n}`, annotations: [] },
        { type: 'refusal', refusal: 'no' },
      ],
    }),
  ],
  files: (n) => [
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
        { type: 'input_file', file_data: `data:application/pdf;base64,${PDF}`, filename: `a${n}.pdf` },
        { type: 'input_file', file_id: `f${n}` },
      ],
    },
    said(n),
  ],
};

const model = (...parts: readonly JsonObject[]) => ({ role: 'model', parts });
const parts = (...all: readonly JsonObject[]) => ({ role: 'user', parts: all });
const signed = { thoughtSignature: 'c2lnbmVk' };
const gemini: Readonly<Record<string, ClientTurn>> = {
  words: (n) => [parts({ text: `Words ${n}` }), model({ text: `Said ${n}` })],
  bare: (n) => [{ parts: [{ text: `Words ${n}` }] }, model({ text: `One ${n}` }, { text: `two ${n}` })],
  thoughts: (n) => [parts({ text: `Think ${n}` }), model({ text: `Hm ${n}`, thought: true }, { text: `Said ${n}`, ...signed })],
  calls: (n) => [
    parts({ text: `Look ${n}` }),
    model(
      { text: '', ...signed },
      { functionCall: { name: 'look', args: { n } }, ...signed },
      { functionCall: { name: 'look', args: {}, id: `x${n}` } },
    ),
    parts(
      { functionResponse: { name: 'look', response: { output: `one ${n}` } } },
      {
        functionResponse: {
          name: 'look',
          id: `x${n}`,
          response: { files: ['a'], error: null },
          parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }],
        },
      },
      { text: `And ${n}` },
    ),
    model({ text: `Seen ${n}` }),
  ],
  loop: (n) => [
    parts({ text: `Loop ${n}` }),
    model({ functionCall: { name: 'look', args: {} }, ...signed }),
    { role: 'function', parts: [{ functionResponse: { name: 'look', response: { error: 'no' } } }] },
    model({ functionCall: { name: 'look', args: {} }, ...signed }),
    parts({ functionResponse: { name: 'look', response: {} } }),
    model({ text: `Done ${n}` }),
  ],
  code: (n) => [
    parts({ text: `Run ${n}` }),
    model(
      { executableCode: { language: 'PYTHON', code: '1' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { text: `Ran ${n}` },
    ),
  ],
  files: (n) => [
    parts(
      { inlineData: { mimeType: 'image/png', data: PNG } },
      { fileData: { mimeType: 'video/mp4', fileUri: `https://example.com/${n}` }, videoMetadata: { fps: 1 } },
    ),
    model({ text: `Saw ${n}` }),
  ],
};

/** The turns of each API. */
export const CLIENT_TURNS: Readonly<Record<WireId, Readonly<Record<string, ClientTurn>>>> = {
  anthropic,
  'openai-chat': chat,
  'openai-responses': responses,
  gemini,
};

const schema = { type: 'object', properties: {} };
/** All of a request but what was said, and what is asked last. */
export const AROUND: Readonly<Record<WireId, { readonly body: JsonObject; readonly last: JsonObject }>> = {
  anthropic: {
    body: {
      max_tokens: 100,
      system: [text('billing: 1'), text('You are an agent.', mark)],
      tools: [
        { name: 'look', input_schema: schema },
        { name: 'later', input_schema: schema, defer_loading: true },
        { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
      ],
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      metadata: { user_id: '{"device_id":"x"}' },
    },
    last: user([text('And now?', mark)]),
  },
  'openai-chat': {
    body: { temperature: 0.5, tools: [{ type: 'function', function: { name: 'look', parameters: schema } }], stream_options: {} },
    last: user('And now?'),
  },
  'openai-responses': {
    body: {
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { context: 'all_turns' },
      prompt_cache_key: 's',
      tools: [{ type: 'function', name: 'look', parameters: schema }, { type: 'web_search' }],
    },
    last: asks('And now?'),
  },
  gemini: {
    body: {
      generationConfig: { temperature: 0 },
      tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: schema }] }],
    },
    last: parts({ text: 'And now?' }),
  },
};
