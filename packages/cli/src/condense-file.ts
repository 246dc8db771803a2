import { counted, formatCount, project, type Report, render } from '@tenfold/core';
import { type Conversation, type Written, writeConversations } from '@tenfold/dialects';
import { type CondensedOfFile, condenseConversation } from './condense-conversation.ts';
import { condensedJson } from './condensed-json.ts';
import { drawCondensed } from './draw/condensed.ts';
import { page, pageWidth } from './draw/page.ts';
import { sourcesOf } from './file/conversations-of.ts';
import { isSameFile, writeWhole } from './file/write-whole.ts';
import { modelOf, statusFor } from './model-choice.ts';
import type { ReadingOptions, Target } from './options.ts';
import { createProgress } from './progress.ts';
import { noteAbout, noteLeftOut, noteWrittenAs } from './reading-notes.ts';
import { type Recipe, recipeOf } from './recipes.ts';
import { type Summarizer, summarizerOf } from './summarizer.ts';
import type { Terminal } from './terminal.ts';

/** What `tenfold condense` can be told. */
export interface CondenseOptions extends ReadingOptions {
  readonly strategy?: string;
  readonly preset?: string;
  readonly strategies?: string;
  readonly target?: Target;
  readonly keep?: number;
  readonly summarizer: string;
  readonly summarizerModel: string;
  readonly dryRun?: boolean;
  readonly output?: string;
}

/** Condenses the conversations of a file, writes them back in kind and says what was done. */
export async function condenseFile(file: string, options: CondenseOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const terms = {
    ...options,
    recipe: await recipeOf(options),
    answerer: summarizerOf(options.summarizer, options.summarizerModel),
  };
  const conversations = await sourcesOf(file, options);
  noteLeftOut(file, conversations, terminal.err);
  noteAbout(
    conversations.map((conversation) => modelOf(conversation, options.model)),
    terminal.err,
  );
  const all: CondensedOfFile[] = [];
  for (const conversation of conversations) {
    const which = conversations.length > 1 ? ` (conversation ${all.length + 1} of ${conversations.length})` : '';
    all.push(await condenseOne(conversation, terms, which, terminal));
  }
  const text = options.dryRun ? '' : writeConversations(await writtenOf(file, all, options));
  await deliver(all, text, { ...options, recipe: terms.recipe, ms: performance.now() - started }, terminal);
  const unmet = all.flatMap(({ outcome }) => (outcome.report.unmet === undefined ? [] : [outcome.report]));
  if (unmet.length > 0) throw new TargetUnmet(unmet, all.length);
}

/** What is to be written. One conversation that was picked and goes over its own file leaves the others there as they are. */
async function writtenOf(
  file: string,
  all: readonly CondensedOfFile[],
  { id, line, output }: CondenseOptions,
): Promise<readonly Written[]> {
  const [only] = all;
  const isPicked = id !== undefined || line !== undefined;
  if (only === undefined || !isPicked || output === undefined || !(await isSameFile(file, output))) return all.map(asFolded);
  const every = await sourcesOf(file);
  const at = every.findIndex(
    (conversation) =>
      conversation.line === only.conversation.line &&
      conversation.id === only.conversation.id &&
      String(conversation.source) === String(only.conversation.source),
  );
  return every.map((conversation, index) => (index === at ? asFolded(only) : conversation));
}

type Terms = CondenseOptions & { readonly recipe: Recipe; readonly answerer: Summarizer | undefined };

async function condenseOne(
  conversation: Conversation,
  terms: Terms,
  which: string,
  terminal: Terminal,
): Promise<CondensedOfFile> {
  const model = modelOf(conversation, terms.model);
  const progress = createProgress(terminal.err);
  progress.say(`Condensing context...${which}`);
  try {
    const condensed = await condenseConversation(conversation, {
      ...terms,
      ...(terms.answerer === undefined ? {} : { answerer: terms.answerer }),
      model,
      onAnswer(answered, asked) {
        const messages = counted(statusFor(conversation, model).foldable, 'message');
        progress.say(`Summarizing ${messages}... ${answered} of ${asked} answered${which}`);
      },
    });
    if (condensed.outcome.unmet !== null) throw condensed.outcome.unmet;
    return { ...condensed, conversation, model };
  } finally {
    progress.end();
  }
}

/** Everything has succeeded: only now is anything written. */
async function deliver(
  all: readonly CondensedOfFile[],
  text: string,
  { output, json, dryRun = false, recipe, ms }: CondenseOptions & { readonly recipe: Recipe; readonly ms: number },
  { out, err }: Terminal,
): Promise<void> {
  if (output !== undefined && !dryRun) await writeWhole(output, text);
  if (!dryRun)
    noteWrittenAs(
      all.map(({ conversation }) => conversation),
      err,
    );
  if (json) out.writeJson(condensedJson(all, recipe, ms));
  else if (output === undefined) out.deliver(text);
  if (json) return;
  // A dry run has no other result than its report.
  const screen = dryRun ? out : err;
  const facts = { ms, dryRun, ...(dryRun || output === undefined ? {} : { output }) };
  screen.write(page(drawCondensed(all, facts, screen, pageWidth(screen))));
}

function asFolded({ conversation, outcome }: CondensedOfFile): Written {
  return { ...conversation, messages: render(project(outcome.conversation)) };
}

/** Conversations were condensed and written, but not down to the target that was set. */
class TargetUnmet extends Error {
  override readonly name = 'TargetUnmet';
  constructor(reports: readonly Pick<Report, 'after' | 'unmet'>[], of: number) {
    const most = reports.reduce((most, { after }) => Math.max(most, after), 0);
    const [target] = reports.map(({ unmet }) => unmet ?? 0);
    const which = of === 1 ? 'The target' : `The target in ${counted(reports.length, 'conversation')} of ${of}`;
    super(
      `${which} was not met: ${formatCount(most)} tokens are left, ${formatCount(target ?? 0)} were wished for. ` +
        'What came of it was delivered all the same; set a higher target, or choose another strategy.',
    );
  }
}
