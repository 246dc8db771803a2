import { HISTORY_SLOT, MAX_PROMPT_TOKENS } from '../prompts.ts';
import { choice, fields, flag, list, MAX_DESCRIPTION, MAX_NAME, maybe, type Shape, variants, whole, words } from '../shape.ts';

const MOST = 10_000_000;
/** Steps of a config: each is a look at the whole conversation. */
const MAX_PASSES = 100;

const prompt = words(
  {
    title: 'Own prompt',
    // Spelled out: a first number in a locale's format would cost every import milliseconds.
    description: `Replaces the built-in prompt; must contain ${HISTORY_SLOT}, at most ${MAX_PROMPT_TOKENS / 1000},000 tokens.`,
  },
  (text) =>
    text.includes(HISTORY_SLOT) ? null : `The prompt must contain ${HISTORY_SLOT}, or the model would never see the content.`,
);
const profile = words({ title: 'Profile', description: 'Profile that answers; the condensing profile when empty.' });

const limit = whole(1, 200_000, {
  title: 'Summary limit (tokens)',
  description: 'Tokens a summary may have; a tenth of what it replaces when empty.',
});

const truncate = fields(
  {
    maxChars: maybe(whole(0, MOST, { title: 'Characters', description: 'Characters kept from the beginning.' })),
    maxLines: maybe(whole(0, MOST, { title: 'Lines', description: 'Lines kept from the beginning.' })),
    addEllipsis: maybe(flag({ title: 'Mark', description: 'Leave a visible mark where text was cut.' })),
  },
  { title: 'Truncate', description: 'How much is kept.' },
);

const summarize = fields(
  {
    apiProfile: maybe(profile),
    maxTokens: maybe(limit),
    customPrompt: maybe(prompt),
  },
  { title: 'Summarize', description: 'How a model shortens it.' },
);

/** An operation with its parameters, or its name alone. */
const operation = (title: string): Shape => {
  const name = choice(['keep', 'suppress', 'truncate', 'summarize'], {
    title,
    description: 'Keep it, take it out, keep its beginning, or have it summarized.',
  });
  const long = fields(
    { operation: name, params: maybe(fields({ truncate: maybe(truncate), summarize: maybe(summarize) })) },
    { title, description: `What happens to ${title.toLowerCase()}.` },
  );
  return { ...long, check: (value, field) => (typeof value === 'string' ? name : long).check(value, field) };
};

const operations = {
  messageText: operation('Message text'),
  toolParameters: operation('Tool parameters'),
  toolResults: operation('Tool results'),
};

const selection = variants(
  {
    preserve_recent: fields({
      type: choice(['preserve_recent'], { title: 'Keep recent', description: 'All but the newest messages.' }),
      keepRecentCount: whole(0, MOST, {
        title: 'Newest messages kept',
        description: 'How many of the newest messages are left alone.',
      }),
    }),
    preserve_percent: fields({
      type: choice(['preserve_percent'], { title: 'Keep a share', description: 'All but the newest share of messages.' }),
      keepPercentage: whole(0, 100, {
        title: 'Newest share kept (percent)',
        description: 'Percent of the messages, the newest, that are left alone.',
      }),
    }),
    custom: fields({
      type: choice(['custom'], { title: 'Custom', description: 'Messages that meet all conditions given.' }),
      custom: fields({
        roles: maybe(
          list(choice(['user', 'assistant', 'tool', 'system'], { title: 'Role', description: 'Who speaks.' }), {
            title: 'Roles',
            description: 'Only messages of these roles; none means all.',
          }),
        ),
        kinds: maybe(
          list(choice(['messageText', 'toolParameters', 'toolResults'], { title: 'Kind', description: 'Kind of content.' }), {
            title: 'Content',
            description: 'Only messages with content of these kinds; none means all.',
          }),
        ),
        tools: maybe(
          list(words({ title: 'Tool', description: 'Name of a tool.' }), {
            title: 'Tools',
            description: 'Only calls and results of these tools.',
          }),
        ),
        minTokens: maybe(whole(0, MOST, { title: 'At least tokens', description: 'Only messages at least this heavy.' })),
        olderThan: maybe(
          whole(0, MOST, { title: 'Leave the newest alone', description: 'This many newest messages are not selected.' }),
        ),
        ids: maybe(
          list(words({ title: 'Id', description: 'Id of a message.' }), {
            title: 'Message ids',
            description: 'Only these messages.',
          }),
        ),
      }),
    }),
  },
  {
    title: 'Selection',
    description: 'Which messages this step works on. Protected ones, the latest request and the newest step never are.',
  },
);

const execution = variants(
  {
    always: fields({ type: choice(['always'], { title: 'Always', description: 'Runs unless the goal is already met.' }) }),
    conditional: fields({
      type: choice(['conditional'], { title: 'Only when needed', description: 'Runs only above a number of tokens.' }),
      condition: fields({
        tokenThreshold: whole(0, MOST, {
          title: 'Above tokens',
          description: 'Runs only while the context is larger than this.',
        }),
      }),
    }),
  },
  { title: 'When', description: 'Whether this step always runs.' },
);

const step = fields({
  id: words(
    { title: 'Id', description: 'Names the step in reports.' },
    (text) => (text.trim() === '' ? 'A step needs an id.' : null),
    MAX_NAME,
  ),
  name: words(
    { title: 'Name', description: 'What people call the pass.' },
    (text) => (text.trim() === '' ? 'A step needs a name.' : null),
    MAX_NAME,
  ),
  description: maybe(words({ title: 'Description', description: 'What the pass is for. Optional.' }, null, MAX_DESCRIPTION)),
  selection,
  mode: choice(['batch', 'individual'], { title: 'Mode', description: 'All selected messages as one block, or each by itself.' }),
  batchConfig: maybe(
    fields({
      operation: choice(['keep', 'summarize'], { title: 'Operation', description: 'Leave the block alone or summarize it.' }),
      summarizationConfig: maybe(
        fields({
          apiProfile: maybe(profile),
          customPrompt: maybe(prompt),
          maxTokens: maybe(limit),
          keepFirst: whole(0, MOST, { title: 'Keep first', description: 'Messages kept at the beginning of the block.' }),
          keepLast: whole(0, MOST, { title: 'Keep last', description: 'Messages kept at the end of the block.' }),
        }),
      ),
    }),
  ),
  individualConfig: maybe(
    fields({
      defaults: fields(operations, { title: 'Operations', description: 'What happens to each kind of content.' }),
      overrides: maybe(
        list(
          fields({
            messageIndex: whole(0, MOST, { title: 'Message', description: 'Position in the transcript; the first is 0.' }),
            operations: fields(Object.fromEntries(Object.entries(operations).map(([name, shape]) => [name, maybe(shape)]))),
          }),
          { title: 'Exceptions', description: 'Other operations for single messages.' },
        ),
      ),
    }),
  ),
  execution,
});

/** What a Smart config looks like. A batch step without `batchConfig`, or an individual one without its own, is refused by name. */
export const smartShape: Shape = withModes(
  fields({
    losslessPrelude: maybe(
      fields(
        {
          enabled: flag({ title: 'Lossless first', description: 'Take out repeated content before the steps run.' }),
          operations: fields({
            deduplicateFileReads: flag({
              title: 'Repeated reads',
              description: 'Point repeated reads of a file to the first one.',
            }),
            consolidateToolResults: flag({
              title: 'Repeated results',
              description: 'Merge identical lists, searches and commands.',
            }),
            removeObsoleteState: flag({
              title: 'Obsolete state',
              description: 'Reads of files that were read or edited again later go. Recall brings them back.',
            }),
          }),
        },
        { title: 'Lossless prelude', description: 'Free and without loss; runs before the steps.' },
      ),
    ),
    passes: list(step, { title: 'Steps', description: 'Run in this order until the goal is met.' }, MAX_PASSES),
  }),
);

/** A step must bring the settings of its mode. */
function withModes(shape: Shape): Shape {
  return {
    ...shape,
    check(value, field) {
      const problems = shape.check(value, field);
      if (problems.length > 0) return problems;
      const { passes } = value as { passes: readonly { mode: string; batchConfig?: unknown; individualConfig?: unknown }[] };
      return passes.flatMap((pass, index) => {
        const needed = pass.mode === 'batch' ? 'batchConfig' : 'individualConfig';
        return pass[needed] === undefined
          ? [{ field: `passes[${index}].${needed}`, message: `A step in ${pass.mode} mode needs this.` }]
          : [];
      });
    },
  };
}
