import type { EvidenceKind } from './item.ts';

/** A stretch of a text, end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Nobody writes longer sentences; longer stretches are cut so that one of them cannot fill a summary. */
const LONGEST = 600;
const ABBREVIATION =
  /(?:^|[\s(`"'“])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|prof|st|fig|incl|z\.B|d\.h|bzw|ca|p\.ex|\p{Lu}|\d{1,3})$/iu;
/** The sentences of a text, line by line, lines that were wrapped taken together: also where sentences end without a blank, as in Chinese. */
export function sentencesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from <= text.length; ) {
    let start = from;
    let end = lineEnd(text, from);
    while (end < text.length && wraps(text, start, end)) {
      start = end + 1;
      end = lineEnd(text, start);
    }
    sentencesOfLine(text, from, end, found);
    from = end + 1;
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}

/** Nobody breaks a line this short in the middle of a sentence. */
const SHORTEST_WRAPPED = 40;
const LONGEST_WRAPPED = 160;
const OPEN_END = /[\p{L}\p{N},)"'`*’”-]\s*$/u;
const CONTINUES = /^[ \t]{0,12}["'“(`*]{0,2}(\p{Ll}|[\p{L}\p{N}])/u;
const OWN_LINE = /^\s*(?:[-*•>|#+]|\d{1,3}[.)]|```|~~~)(?:\s|$)/u;

/** True where a sentence goes on in the next line: a long line of prose without an end, then prose that is no point of a list. */
function wraps(text: string, from: number, end: number): boolean {
  const length = end - from;
  if (length < SHORTEST_WRAPPED || length > LONGEST_WRAPPED) return false;
  const unit = text.charCodeAt(end - 1);
  if (unit === 46 || unit === 58 || unit === 59 || unit === 123) return false;
  const next = text.slice(end + 1, Math.min(lineEnd(text, end + 1), end + 1 + LONGEST_WRAPPED));
  const first = CONTINUES.exec(next)?.[1];
  if (first === undefined || OWN_LINE.test(next)) return false;
  if (first === first.toUpperCase() && length < SHORTEST_WRAPPED * 1.5) return false;
  const line = text.slice(from, end);
  return OPEN_END.test(line) && isProse(line) && (isProse(next) || /^\s*\p{Ll}[\p{L}' ]*[.!?,]/u.test(next));
}

const CLOSING = new Set('"\'”’)]*_`」』）');

/** 2 for a sign that ends a sentence anywhere, 1 for one that does so where a blank follows, 0 for every other. */
function endingOf(unit: number): 0 | 1 | 2 {
  if (unit > 63 && unit < 0x2026) return 0;
  if (unit === 46 || unit === 33 || unit === 63 || unit === 0x2026) return 1;
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0xff61 ? 2 : 0;
}

function sentencesOfLine(text: string, from: number, to: number, found: Stretch[]): void {
  let start = from;
  let wordy = false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const ending = endingOf(unit);
    if (ending === 0) {
      wordy ||= unit > 47;
      continue;
    }
    if (!wordy) continue;
    const first = at;
    while (at + 1 < to && endingOf(text.charCodeAt(at + 1)) !== 0) at++;
    while (at + 1 < to && CLOSING.has(text.charAt(at + 1))) at++;
    if (ending === 1 && at + 1 < to && (!isBlank(text.charCodeAt(at + 1)) || goesOn(text, start, first, at, to))) continue;
    push(text, start, at + 1, found);
    start = at + 1;
    wordy = false;
  }
  push(text, start, to, found);
}

/** A full stop after an abbreviation, or before a small letter, ends nothing. */
function goesOn(text: string, start: number, first: number, last: number, to: number): boolean {
  const sign = text.charAt(first);
  if (sign !== '.' && sign !== '…') return false;
  if (sign === '.' && last === first && ABBREVIATION.test(text.slice(Math.max(start, first - 8), first))) return true;
  return /^\s{1,4}\p{Ll}/u.test(text.slice(last + 1, Math.min(to, last + 6)));
}

function push(text: string, from: number, to: number, found: Stretch[]): void {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  while (end - start > LONGEST) {
    const cut = lastBlank(text, start, start + LONGEST);
    found.push({ start, end: cut });
    start = cut;
    while (start < end && isBlank(text.charCodeAt(start))) start++;
  }
  if (end > start) found.push({ start, end });
}

/** A place to cut: the last blank of the second half, or between two code points. */
function lastBlank(text: string, start: number, limit: number): number {
  for (let at = limit; at > start + (limit - start) / 2; at--) if (isBlank(text.charCodeAt(at))) return at;
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}

function isBlank(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0x3000;
}

/** Signs of lists and emphasis: they neither make nor break prose. */
const DRESSING = new Set([42, 95, 35, 62, 124, 45, 34, 40, 41, 44, 46, 58]);
const CODE = /^\s*<|=["'{]|[;{}]\s*$|=>|\(\)|::|\s:?=\s|==|\w\(["'&%]|%[vsdq]\b|&&|\|\|/u;
/** As logs write them: `id=3 user=ana`. */
const PAIRS = /\w=\w[^\s=]* \w+=\w/u;

/** True for words people say, false for code, tables, paths and logs. One walk, whatever the text. */
export function isProse(text: string): boolean {
  let letters = 0;
  let weight = 0;
  let words = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isLetter(unit)) {
      if (unit >= 0x2e80 && unit < 0xac00) return text.length >= 4;
      letters++;
      weight++;
      if (++run === 2) words++;
      continue;
    }
    if (unit === 39 || unit === 0x2019) continue;
    run = 0;
    if (unit === 96) {
      const close = text.indexOf('`', at + 1);
      if (close > 0) at = close;
    } else if (unit === 32) {
      letters++;
      weight++;
    } else if (!DRESSING.has(unit)) weight++;
  }
  return words >= 3 && letters >= weight * 0.8 && !CODE.test(text) && !(text.includes('=') && PAIRS.test(text));
}

function isLetter(unit: number): boolean {
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
  return unit >= 0xc0 && (unit < 0x2000 || (unit >= 0x2e80 && unit < 0xd800) || unit >= 0xf900);
}

/** A rule for sentences: what makes one a demand or a decision, and how much it weighs. */
interface Rule {
  readonly kind: EvidenceKind;
  readonly weight: number;
  readonly pattern: RegExp;
}

/** Weight of what must or must not be, and of what a person asks for in any other words. */
export const DEMAND = 10;
const WISH = 7;

/** Words that say what must, must never or must always be. */
const MUSTS = [
  /\b(?:must(?:n['’]?t)?|never|always|do not|don['’]?t|dont|only|shall|cannot|can['’]t|no longer|from now on|make sure|ensure|avoid|required?|forbidden|not allowed|under no circumstances)\b/iu,
  /(?:^|[^\p{L}])(?:muss|musst|müssen|müsst|darf|darfst|dürfen|soll|sollst|sollen|nie(?:mals)?|immer|nicht|kein(?:e[nrms]?)?|nur|bitte|jamais|toujours|seulement|uniquement|dois|doit|doivent|devez|faut|surtout pas|ne pas|n['’]\p{L}+ pas|nunca|siempre|solamente|solo|sólo|debes?|deben|hay que|tienes que|mai|sempre|deve|devi|devono|soltanto|nunca|apenas|somente|não|nooit|altijd|moet(?:en)?|alleen|aldrig|alltid|måste|nigdy|zawsze|tylko|musisz|asla|her zaman|yalnızca|никогда|всегда|только|нельзя|должн[аоы]?|должен|обязательно|нужно|не надо|не)(?![\p{L}])|必须|必須|不要|务必|只能|禁止|不得|不能|别|总是|永远|必ず|絶対|しないで|てはいけ|ないでください|だけ|のみ|常に|반드시|절대|항상|하지 ?마|만 /iu,
];

/** Words that hold for more than this once, or say what somebody would have. */
const STANDS =
  /\b(?:should(?:n['’]?t)?|prefer|please|keep|need(?:s)? to|have to|want(?:s)?|stop|instead|remember|any(?:thing|body|one|where)?|every(?:thing|body|one|where)?|each|all|nothing|nobody|none|whatever|whenever|until|unless|by default|may|rather|rule|policy|stays?|means)\b/iu;

/** What begins a sentence that tells or asks: words of closed classes, of which languages have few. Whatever else it begins with may be what is to be done. */
const TELLING = new Set(
  `i i'm i've i'd i'll you you're you've he she it it's its they we we're we've we'll the a an this that that's these those my your our his her their there there's here here's
what what's who whose which when where why how is are was were am do does did can could would will has have had may might
and but or so because since yes yeah yep no nope ok okay sure fine good great nice cool thanks thank hi hey hello wow oh ah haha sorry well right hmm
ich du er sie es wir ihr der die das den dem ein eine einen ja nein danke hallo gut je j'ai tu il elle on nous vous ils elles le la les un une oui non merci bonjour
yo tú él ella nosotros el los las una sí gracias hola io lui lei noi lo gli grazie ciao eu ele ela nós o os as obrigado`.split(
    /\s+/u,
  ),
);
const OPENS =
  /^[^\p{L}]{0,8}(?:(?:and|but|so|then|now|also|ok(?:ay)?|yes|no|good|great|well|thanks|first|next|just|again|please),? {1,4}){0,2}([\p{L}'’]{1,40})/iu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** A sentence that begins so tells of something, whatever it begins with: “Tests are green”, “Looks good”. */
const STATES =
  /^[^\p{L}]{0,8}(?:(?:[\p{L}'’]{1,30} ){1,3}(?:is|are|was|were|has|had|did|does|went|looks?|seems?|works?|failed|passed)\b|(?:looks?|sounds?|seems?|works?|makes sense|done|got it)\b|\p{L}{1,30}(?:ed|ing)\b)/iu;

/** True for what a person may mean to hold: an order or a wish in any words. In doubt it is one; questions and what only tells are none. */
function isWish(sentence: string): boolean {
  if (STANDS.test(sentence) || UNSPACED.test(sentence)) return true;
  const first = OPENS.exec(sentence)?.[1]?.toLowerCase().replace('’', "'");
  return first !== undefined && !TELLING.has(first) && !STATES.test(sentence);
}

/** What only tells of somebody or something, or guesses: “I never liked it”, “it only breaks at night”, “that must have been fun”. */
const TELLS =
  /\bmust(?:['’]ve| have)\b|\bmust be (?:so |really |very |quite )?\p{L}+[!.]*$|\b(?:I|he|she|they|it|this|that|who|which|there|you)(?:['’](?:ve|d|m|s|re|ll))? (?:(?:just|also|still|really|almost|have|has|had|is|are|was|were|can) )?(?:never|always|only|don['’]?t|do not|doesn['’]?t|can['’]?t|cannot)\b|\b(?:can['’]t wait|don['’]?t (?:worry|know|think|see|understand|remember|mind)|never mind)\b/iu;

/** What somebody tells of somebody, where no word but these would make it an order: “I only burned it a little”. */
const OF_SOMEBODY = /^[^\p{L}]{0,8}(?:(?:and|but|so|then|yeah|well|oh),? )?(?:I|my|he|she|they|our|his|her|their|it)\b/iu;
const LOOSE = /\b(?:only|cannot|can['’]t|no longer)\b/giu;

const MUST = /\b(?:must not|must never|must always|mustn['’]t|from now on|make sure|under no circumstances|please)\b/iu;

const COMMANDING =
  /^\W*(?:(?:system|assistant|user|human|ai|model|important|attention|warning|urgent|note)\b\W{0,4}[:：]|(?:please|now|then|first|instead|immediately)?,? ?(?:stop|ignore|disregard|forget|reveal|print|repeat|output|act as|pretend|follow|obey|run|execute|delete|remove|send|upload|download|install|visit|click|open|call|transfer|share|post|email|approve|grant|disable|enable)\b|you (?:are|should|will|can|have to|need to)\b|ignorier|vergiss|lösch|ignorez|oubliez|supprime|ignora|olvida|borra|elimina|esqueça|negeer|игнорируй|забудь|удали|忽略|忘记|忘掉|删除|無視|忘れ|削除)/iu;

/** What a text says people want, or its reader should do: only people can say it. */
const CLAIM =
  /\b(?:user|human|owner|admin(?:istrator)?|operator|customer)s? (?:has |have |had )?(?:already )?(?:decided|want(?:s|ed)?|said|says|asked|asks|told|instruct(?:s|ed)|approv(?:es|ed)|agre(?:es|ed)|allow(?:s|ed)|authori[sz](?:es|ed)|confirm(?:s|ed)|permit(?:s|ted)|request(?:s|ed)|expects?)\b|\bthe assistant\b|\byou (?:should|shall|ought to|need to|have to|are (?:to|now|required|expected|allowed))\b/iu;

/** True for a sentence that tells its reader what to do, or claims that somebody did: what a tool answers is never passed on as that. */
export function isOrder(sentence: string): boolean {
  return COMMANDING.test(sentence) || CLAIM.test(sentence) || MUSTS.some((pattern) => pattern.test(sentence));
}

const DECISIONS: readonly Rule[] = [
  {
    kind: 'decision',
    weight: 7,
    pattern:
      /\b(?:decided|we decide|decisions?(?: (?:was|were|is|made|to)\b|:)|chose|chosen|(?:we|i) choose|agreed|settled on|opt(?:ed|ing)? for|go(?:ing)? with|went with|instead of|rather than|switch(?:ed|ing)? to|conclu(?:ded|sion)|the plan is|approved|rejected|in favou?r of|the (?:right|best|cleanest|simplest) (?:approach|fix|way|solution|option)|root cause|trade-?offs?)\b|(?:^|[^\p{L}])(?:entschieden|beschlossen|geeinigt|stattdessen|anstatt|décidé(?:es?|s)?|choisi(?:es?|s)?|opté|au lieu de|decidid[oa]s?|decidí|decidimos|elegid[oa]s?|elegí|optamos|en lugar de|en vez de|deciso|scelto|invece di|decidiu|decidimos|escolhi|escolhemos|besloten|gekozen|bestämt|zdecydowa\p{L}+|wybra\p{L}+|реш(?:ил[аио]?|или|ено)|выбра(?:л[аио]?|ли|н[аоы]?)|договорились|вместо)(?![\p{L}])|决定|決定|决心|选择|選択|選び|採用|に決め|ことにし|결정|선택/iu,
  },
  {
    kind: 'decision',
    weight: 5,
    pattern:
      /\b(?:(?:we|i)(?:['’]ll| will| should| am going to|['’]m going to|['’]d) (?:use|keep|make|add|remove|move|replace|switch|implement|create|split|drop|rename|store|write|put|leave|skip|treat|go|fix|update|change|not|rather|close|merge|revert)|let['’]s|will use|should use|better to|makes sense|so i(?:['’]ll|['’]m)|fixed by|the fix|(?:the|our|my|this|a|new|better|simpler) (?:plan|approach|solution)|plan(?:ning|s)? to)\b/iu,
  },
];

const WEAK: Rule = { kind: 'decision', weight: 2, pattern: /\b(?:i['’]ll|i will|we['’]ll|we will|should|because)\b/iu };
/** What gives a reason is worth more than what only announces. */
export const REASON =
  /\b(?:because|so that|in order to|due to|since otherwise)\b|(?:^|[^\p{L}])(?:weil|damit|parce que|porque|perché|omdat|потому что)(?![\p{L}])|因为|ため/iu;
const QUESTION = /[?？]["'”’)\]*_`]*$/u;
const TODO =
  /\b(?:TODO|FIXME|XXX|open question|unresolved|still (?:to do|need|open|missing)|not yet|remaining|next steps?|follow-?ups?|left to do|noch offen|待办|未解決)\b/iu;

const ANNOUNCES =
  /^[^\p{L}\p{N}]*(?:\p{Lu}{4,}: )?(?:(?:ok(?:ay)?|now|then|next|first|so|good|great|and)\b,? ?){0,2}(?:let['’]s|let me|i['’]ll|i will|i(?:['’]m| am) going to|i need to)(?: (?:also|just|first|now|try to|quickly))? (?:check|look|see|run|read|examine|search|verify|try|find|inspect|view|list|open|start|continue|test|confirm|review|explore|understand|get|show|create|add|write|update|implement|apply|edit|modify|set up|build|clean|submit|proceed)\b/iu;

/** What says how or what instead is no mere announcement. */
const CHOICE = /\b(?:instead|rather|not|without|only|the fix|approach|switch(?:ed|ing)? to)\b/iu;

/** True for what only says which step comes next: “Let's run the tests.” */
export function isAnnouncement(sentence: string): boolean {
  return ANNOUNCES.test(sentence) && !REASON.test(sentence) && !CHOICE.test(sentence);
}

/** Shorter sentences say nothing that stands; people are short when they order. */
const SHORTEST = { said: 12, ordered: 8, unspaced: 4 } as const;

/** What a sentence is evidence of. Demands are looked for only in what a user said. */
export function statementKind(
  sentence: string,
  byUser: boolean,
): { readonly kind: EvidenceKind; readonly weight: number } | null {
  const shortest = UNSPACED.test(sentence) ? SHORTEST.unspaced : byUser ? SHORTEST.ordered : SHORTEST.said;
  if (sentence.length < shortest) return null;
  if (byUser && !QUESTION.test(sentence)) {
    const tells = TELLS.test(sentence) && !MUST.test(sentence);
    const ordered = OF_SOMEBODY.test(sentence) ? sentence.replace(LOOSE, '') : sentence;
    if (!tells && MUSTS.some((pattern) => pattern.test(ordered))) return { kind: 'directive', weight: DEMAND };
    if (isWish(sentence)) return { kind: 'directive', weight: WISH };
  }
  if (QUESTION.test(sentence)) return { kind: 'question', weight: byUser ? 5 : 4 };
  const decision = isAnnouncement(sentence) ? WEAK : DECISIONS.find((rule) => rule.pattern.test(sentence));
  if (decision !== undefined) return decision;
  if (TODO.test(sentence)) return { kind: 'question', weight: 4 };
  return WEAK.pattern.test(sentence) ? WEAK : null;
}
