import { asJson, type Head, type Message, type ToolResult } from '@tenfold/core';
import { commandOutcome } from '@tenfold/core/evidence';
import { toolUse } from '@tenfold/core/lossless';
import { createYield, NameQueue, type SessionId, type Store, type StoredHead } from '@tenfold/store';
import type { Checkpointer, CheckpointTag } from './checkpointer.ts';

/** Looks at what is appended, and makes a checkpoint where it is worth one. */
export interface Watcher {
  /** Returns at once; the checkpoint is made beside the conversation. */
  watch(head: StoredHead, messages: readonly Message[]): void;
  /** Resolves when all that was noticed is asked for. */
  idle(): Promise<void>;
}

/** What is worth a checkpoint. */
interface Noticed {
  readonly session: SessionId;
  readonly branch: string;
  /** The head it was noticed at: whoever makes the checkpoint may come to it later. */
  readonly head: Head;
  readonly tags: readonly CheckpointTag[];
  readonly label: string;
}

/** A watcher that puts checkpoints in line for whichever process makes them. `writesFiles` knows tools of the app's own. */
export function createWatcher(
  { queue, owner }: Pick<Store, 'queue' | 'owner'>,
  { automatic }: Pick<Checkpointer, 'automatic'>,
  writesFiles: (tool: string) => boolean,
  watches: Map<string, Watch>,
): Watcher {
  const looking = new NameQueue();
  const ask = async ({ session, ...wish }: Noticed) => {
    const input = { session, ...wish, tags: [...wish.tags], head: asJson(wish.head) };
    // A queue that cannot take it is no reason to go without.
    await queue.put({ owner, kind: 'checkpoint', input }).catch(() => automatic(session, wish));
  };
  return {
    watch({ session, branch, head }, messages) {
      const key = `${session}\n${branch}`;
      const watch = watches.get(key) ?? { calls: new Map(), failing: new Set(), trouble: undefined };
      watches.set(key, watch);
      const look = async () => {
        const tags = await triggersIn(messages, watch, writesFiles);
        if (tags.size > 0) await ask({ session, branch, head, tags: [...tags], label: labelFor(tags) });
      };
      // What was appended first is looked at first, however long that takes. Whatever failed was logged there.
      looking.run([key], look).catch(() => {});
    },
    idle: () => looking.idle(),
  };
}

/** Calls and failures of a conversation that something may still come of. */
export interface Watch {
  /** Calls that are not answered yet. */
  readonly calls: Map<string, { name: string; writes: boolean }>;
  /** Tools whose last result was an error. */
  readonly failing: Set<string>;
  /** Whether something is known to be wrong; undefined before anything was heard of it. */
  trouble: boolean | undefined;
}

/** What makes these new messages worth a checkpoint, others being served in between. `writesFiles` knows tools of the app's own. */
async function triggersIn(
  messages: readonly Message[],
  watch: Watch,
  writesFiles: (tool: string) => boolean,
): Promise<ReadonlySet<CheckpointTag>> {
  const tags = new Set<CheckpointTag>();
  const yieldToOthers = createYield();
  for (const [at, message] of messages.entries()) {
    if (at > 0) await yieldToOthers();
    if (message.role === 'user' || message.role === 'assistant') addSpoken(tags, message, watch);
    for (const part of message.parts) {
      if (part.type === 'tool-call') {
        const { kind, writes } = toolUse(part);
        watch.calls.set(part.id, { name: part.name, writes: writesFiles(part.name) || kind === 'edit' || writes.length > 0 });
      }
      if (part.type === 'tool-result') addResult(tags, part, watch);
    }
  }
  return tags;
}

function addSpoken(tags: Set<CheckpointTag>, { role, parts }: Message, watch: Watch): void {
  let text = '';
  for (const part of parts) if (part.type === 'text') text += `${part.text}\n`;
  if (role === 'assistant' && FENCED.test(text) && hasCode(text)) tags.add('code');
  const said = saidProgress(text);
  if (said.decision) tags.add('decision');
  // Whoever answers "It works now" with "Good that it works now" resolves nothing more.
  if ((said.resolved && watch.trouble !== false) || (said.well && watch.trouble)) {
    watch.trouble = false;
    tags.add('error-resolved');
  } else if (said.trouble && !said.resolved) watch.trouble = true;
}

function addResult(tags: Set<CheckpointTag>, result: ToolResult, watch: Watch): void {
  const call = watch.calls.get(result.id);
  const name = call?.name ?? result.name;
  watch.calls.delete(result.id);
  if (name === undefined) return;
  if (commandOutcome(outputText(result), result.isError === true) === 'failed') {
    watch.failing.add(name);
    watch.trouble = true;
    return;
  }
  if (call?.writes) tags.add('code');
  if (!watch.failing.delete(name)) return;
  watch.trouble = watch.failing.size > 0;
  tags.add('error-resolved');
}

function outputText({ output }: ToolResult): string {
  return typeof output === 'string' ? output : output.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** A label that says what happened. */
function labelFor(tags: ReadonlySet<CheckpointTag>): string {
  const words: Readonly<Record<string, string>> = {
    code: 'Code written',
    decision: 'Decision made',
    'error-resolved': 'Error resolved',
  };
  return [...tags].map((tag) => words[tag] ?? tag).join(', ');
}

/** Lines of code in an answer from which on it counts as work. */
const MIN_LINES = 10;
/** Letters of a message that are looked at, and of the longest sentence. */
const MAX_LOOKED_AT = 50_000;
const LONGEST_SENTENCE = 400;

/** Blocks that show what something printed, or say something, rather than being code. */
const NO_CODE = /^(?:te?xt|plain(?:text)?|console|terminal|output|logs?|markdown|md|csv|tsv|stdout|stderr|mermaid)$/i;

/** Text that may hold a block at all. */
const FENCED = /`{3}|~{3}/;

/** True for a text with a block of code of ten lines or more. */
export function hasCode(text: string): boolean {
  let block: { fence: string; language: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)/.exec(line);
    if (block === null) {
      if (fence !== null) block = { fence: fence[1] as string, language: fence[2] as string, lines: [] };
    } else if (fence?.[1]?.startsWith(block.fence) && fence[2] === '') {
      if (isCode(block.language, block.lines)) return true;
      block = null;
    } else if (line.trim() !== '') block.lines.push(line);
  }
  // One that was cut off before its end is as long as it came.
  return block !== null && isCode(block.language, block.lines);
}

function isCode(language: string, lines: readonly string[]): boolean {
  if (lines.length < MIN_LINES || NO_CODE.test(language)) return false;
  // Trees, tables and what a program printed have few of the signs that code is made of.
  return language !== '' || lines.filter((line) => /[;{}()=<>]|:$|^\s*(?:#|\/\/|--)/.test(line)).length * 2 >= lines.length;
}

/** Patterns that ignore case as one. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'iu');
}

/** Somebody settles something: words that people use for it. */
const DECIDES = anyOf(
  /\b(?:we|i|they|you)\b(?:[^.?!\n\w]{1,2}\w+){0,6}? (?:decided?|agreed?|go(?:ing)? (?:with|for)|went with|settled? (?:on|for)|cho(?:se|osen?)|picked|opted for|will use|stick(?:ing)? with)\b/iu,
  /\blet['’]?s (?:use|keep|go|stick|settle|take|do it)\b/iu,
  /\b(?:i|we)['’]ll (?:go|use|take|stick|settle|keep)\b/iu,
  /\bdecision\s?:|\b(?:final|agreed) (?:decision|choice|plan)\b|\b(?:it['’]?s|that['’]?s|is|are) (?:decided|settled|agreed)\b|^(?:agreed|decided|settled)\b/iu,
  /(?:^|[^\p{L}])(?:entschieden|beschlossen|geeinigt|wir nehmen|ich nehme|décidé(?:es?|s)?|on part sur|nous optons|opté|decidid[oa]s?|decidí|decidimos|elegimos|optamos|nos quedamos con|deciso|scelto|escolhemos|decidiu|besloten|we kiezen|bestämt|zdecydowa\p{L}+|решил[аио]?|решили|решено|договорились)(?![\p{L}])|决定|決定|就用|に決め|ことにし|결정/iu,
);

/** Something that was wrong is right now. */
const RESOLVED = anyOf(
  /\b(?:errors?|bugs?|issues?|problems?|crash(?:es)?|failures?|exceptions?|warnings?|leaks?|regressions?|race|deadlocks?|glitch|it|that|this|everything|all)\b[^.?!\n]{0,60}?(?:\b(?:is|are|was|were|has been|have been|got|now)|['’]s) (?:now |finally |all |completely |fully |also )?(?:fixed|resolved|solved|gone|sorted|cleared|cured|taken care of)\b/iu,
  /(?:\bno longer|\bnot|n['’]t|\bcannot|\bstopped)\b[^.?!\n]{0,50}\b(?:any ?more|any longer)\b/iu,
  /\b(?:no longer|stopped) (?:being )?(?:occur|happen|appear|fail|crash|throw|error|reproduc|hang|leak|show|see|get|break|complain|flak|tim|there|broken|an? )\w*/iu,
  /\b(?:that|this|it|which|you|i|we)(?:['’]ve| have| has)? (?:just |finally |now )?(?:fixed|solved|resolved|cured) (?:it|that|this|the|my|our|everything)\b/iu,
  /\b(?:that|this|it) (?:worked|did (?:it|the trick)|does the trick)\b/iu,
  /^\W*(?:fixed|solved|resolved|works|problem solved)\b/iu,
  /\b(?:works?|working|runs?|running|compiles?|builds?|starts?|boots?|connects?|loads?|renders?|deploys?|responds?)(?: (?:fine|well|correctly|perfectly|properly|as expected))? (?:now|again|at last|finally)\b/iu,
  /\b(?:now|finally|at last)(?: \w+){0,2} (?:works|runs|compiles|builds|starts|loads|passes)\b/iu,
  /\b(?:tests?|builds?|ci|pipeline|checks?|suite|everything|all|jobs?)\b[^.?!\n]{0,30} green\b|\bgreen again\b|\bback to green\b/iu,
  /(?:^|[^\p{L}])(?:behoben|gelöst|(?:tritt|kommt|erscheint|passiert)[^.?!\n]{0,30} nicht mehr|(?:geht|läuft|funktioniert|klappt) (?:jetzt|nun|wieder)|(?:jetzt|nun) (?:geht|läuft|funktioniert|klappt)|corrigée?s?|résolue?s?|(?:marche|fonctionne|passe) (?:maintenant|à nouveau|enfin)|n['’](?:apparaît|arrive|existe) plus|solucionad[oa]s?|resuelt[oa]s?|arreglad[oa]s?|ya (?:no (?:ocurre|aparece|falla|pasa|sale)|funciona)|risolt[oa]|(?:ora|adesso) funziona|resolvid[oa]s?|agora funciona|opgelost|werkt (?:nu|weer)|naprawion\p{L}+|działa (?:już|teraz)|исправлен\p{L}*|исправил\p{L}*|больше не|теперь работает)(?![\p{L}])/iu,
  /修好了|解决了|不再(?:出现|报错)|没问题了|直りました|直った|解決し|出なくなり|動くように|해결(?:됐|되|했)/u,
);

/** All is well, which is news only after something was not. */
const WELL =
  /\b(?:tests?|checks?|suite|build|ci|pipeline|lint|specs?)\b[^.?!\n]{0,40}\b(?:pass(?:e[sd]|ing)?|succeed(?:s|ed)?|succeeded|clean|ok)\b|\b0 (?:failed|failures|errors)\b/iu;

/** Something is wrong. */
const TROUBLE =
  /\b(?:errors?|bugs?|crash(?:e[sd]|ing)?|exception|traceback|fail(?:s|ed|ing|ures?)?|broken|breaks|stack ?trace|segfault|panic|doesn['’]t work|not working|won['’]t|hangs?|leaks?)\b|fehler|erreur|fallo|errore|erro\b|ошибк|错误|エラー|오류/iu;

/** What is only wished, asked, feared or denied did not happen. */
const SUPPOSED =
  /\b(?:if|once|until|till|unless|whether|when|should|would|could|might|may|can you|will|won['’]t|try|tries|trying|need(?:s|ed)?|want(?:s|ed)?|hop(?:e|es|ed|ing|efully)|ensure|make sure|please|let me know|not sure|doubt|think|supposed|in case|see that|wish|still)\b|(?:^|[^\p{L}])(?:wenn|falls|sobald|ob|bitte|si|quand|cuando|se|als|если|когда|noch|encore|todavía)(?![\p{L}])|如果|吗/iu;
const CODE = /^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)|(?![\s\S]))/gm;
const SENTENCE_END = /(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/u;
const ASKS = /[?？][^\p{L}\p{N}?？]{0,6}$/u;

/** What a text says has been done: a decision, or an error that is gone; and whether it speaks of something wrong. */
export function saidProgress(text: string): { decision: boolean; resolved: boolean; well: boolean; trouble: boolean } {
  const said = { decision: false, resolved: false, well: false, trouble: false };
  // Code says nothing of that.
  const spoken = text.slice(0, MAX_LOOKED_AT).replace(CODE, '\n');
  for (const piece of spoken.split(SENTENCE_END)) {
    const sentence = piece.trim().slice(0, LONGEST_SENTENCE);
    if (sentence === '') continue;
    if (TROUBLE.test(sentence)) said.trouble = true;
    if (ASKS.test(sentence)) continue;
    if (DECIDES.test(sentence)) said.decision = true;
    if (SUPPOSED.test(sentence)) continue;
    if (RESOLVED.test(sentence)) said.resolved = true;
    if (WELL.test(sentence)) said.well = true;
  }
  return said;
}
