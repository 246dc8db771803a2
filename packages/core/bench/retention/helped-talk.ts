import { type Message, textMessage } from '../../src/index.ts';
import { type Half, type Random, randomOf } from '../../src/testing/index.ts';
import type { Asked, AskedTalk } from './friends-talk.ts';

/** What somebody tells who is helped over weeks: the answer in brackets, then what is asked about it. Slots stand in braces. */
const TOLD =
  `I'm using [{tool} {v}] for the {part} and I'm not sure the setup is right. > Which tool does the user use for the {part}?
My deadline for the {part} is [{date}], so I need to plan backwards. > When is the deadline for the {part}?
After the change the {part} went from {n}ms to [{n}ms], is that good enough? > How fast is the {part} after the change?
I usually prefer [{style}] when I work on the {part}. > How does the user like to work on the {part}?
{Name}, my {role}, suggested [{idea}] for the {part}. > What did {Name} suggest for the {part}?
The budget for the {part} is [\${n},{nnn}] and I can't go over it. > What is the budget for the {part}?
I met {Name} at [{venue}] on {date} to talk about the {part}. > Where did the user meet {Name}?
I've decided to drop [{idea}] because the {part} kept breaking. > What did the user drop because the {part} kept breaking?
We now have [{n} open tickets] for the {part}, up from last week. > How many open tickets are there for the {part}?
I keep getting "[{error}]" when the {part} starts. > Which error comes when the {part} starts?
Our {part} coverage is at [{n}%] since {date}. > What is the coverage of the {part}?
I moved the meeting with {Name} about the {part} to [{date}]. > When is the meeting with {Name} about the {part}?
I spend about [{n} hours a week] on the {part}, mostly evenings. > How much time does the user spend on the {part}?
My {role} {Name} lives in [{city}], so calls about the {part} are early. > Where does {Name} live?
I read [{book}] last month and want to use it for the {part}. > Which book did the user read last month for the {part}?
Please always answer with [{style}] when I ask about the {part}. > How should answers about the {part} be given?
I increased the {part} limit to [{nnn} requests] after the outage. > What is the limit of the {part} after the outage?
The password reset for the {part} goes through [{tool}], not mail. > How does the password reset of the {part} go?
I paid {Name} [{nnn} euros] for help with the {part}. > How much was {Name} paid for the {part}?
For the {part} I ended up choosing [{idea}] over the other two options. > Which option was chosen for the {part}?`.split('\n');

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  tool: list('Flask-Login,Alembic,Pinia,Trello,Obsidian,Celery,Notion,Tailscale,Scrivener,Todoist,Keycloak,Grafana'),
  part: list(
    'login page,cover letter,expense tracker,gallery view,thesis chapter,weather widget,book club,kitchen remodel,import job,patent draft,garden plan,search index,rate limiter,family trip,podcast,marathon training,tax return,study schedule',
  ),
  style: list(
    'short bullet points,dark mode screenshots,worked examples,pair sessions,checklists,plain language,diagrams first,one file at a time',
  ),
  role: list('mentor,manager,cousin,tutor,accountant,co-founder,editor,roommate'),
  idea: list(
    'lazy loading,a two-column layout,the snowball method,weekly retros,a shared calendar,server-side rendering,interval runs,a feature flag,blind reviews,index cards,a waiting list,optimistic locking',
  ),
  venue: list('the Blue Note cafe,Montserrat Library,the harbor office,PyCon,a rooftop bar,the co-working space on Elm Street'),
  error: list(
    'KeyError: user_id,sqlite3.OperationalError: database is locked,ERR_TOO_MANY_REDIRECTS,CORS policy blocked,module not found: chart.js,401 invalid grant',
  ),
  city: list('Porto,Montserrat,Leeds,Tallinn,Accra,Santiago,Halifax'),
  book: list('Atomic Habits,Deep Work,The Lean Startup,Clean Architecture,Bird by Bird,Thinking in Bets'),
  name: list('Robert,Kimberly,Tanya,Douglas,Laura,Michael,Ashlee,Stephen,Crystal,Carla'),
  month: list('January,February,March,April,May,June,July,September'),
};
/** Advice in many words, so that hardly a sentence comes twice. */
const ADVICE = list(
  `{Do} the {kind} {thing} before you {do} the {thing2}, otherwise the {thing} gets {bad}|A {kind} {thing} keeps the {thing2} from becoming {bad}|Most people {do} their {thing} too late and end up with a {bad} {thing2}|Try to {do} one {thing} a day and compare it with a {kind} {thing2}|If the {thing} looks {bad}, {do} it together with the {thing2}|{Do} your {thing2} first, a {kind} {thing} follows from it|You could also {do} a {kind} {thing} and see whether the {thing2} stays {bad}|Write down how the {thing} and the {thing2} depend on each other and {do} the {bad} parts`,
  '|',
);
const WORDS: Readonly<Record<string, readonly string[]>> = {
  do: list(
    'review,outline,benchmark,rehearse,simplify,refactor,schedule,validate,sketch,document,prioritize,throttle,isolate,negotiate,rewrite,profile,archive,visualize',
  ),
  kind: list(
    'modular,weekly,balanced,realistic,reusable,incremental,measurable,flexible,narrow,transparent,sustainable,consistent,minimal,declarative',
  ),
  thing: list(
    'template,milestone,dependency,budget,paragraph,endpoint,routine,checklist,schema,workflow,deadline,layout,argument,session,backlog,dataset,recipe,warm-up,hypothesis,migration',
  ),
  thing2: list(
    'feedback,cache,outline,savings,structure,pipeline,focus,query,portfolio,recovery,interface,draft,inventory,timeline,narrative,permissions,stakeholders,baseline',
  ),
  bad: list('brittle,bloated,ambiguous,outdated,overwhelming,redundant,fragile,inconsistent,tedious,cluttered'),
};
const LEADS = list(
  `That's a great question! Here are some steps you can take|Thanks for sharing the details. Let's look at it together|Absolutely, I can help you with that. Here is a structured way to go about it|I understand the situation. Consider the following points|Good progress so far! To improve it further, you can do the following`,
  '|',
);
const ASKS = list(
  'Can you help me with that?|What should I do next?|Does that make sense?|How would you improve it?|Can you review my plan?|What am I missing?',
  '|',
);
const CODE = `def handle(request):
    data = request.get_json()
    if not data:
        return {"error": "no data"}, 400
    result = process(data)
    return {"result": result}, 200`;

function list(words: string, between = ','): readonly string[] {
  return words.split(between);
}

/** Somebody who is helped with many things over weeks: short questions with what is the case, long general answers. */
export function helpedTalk(seed: number, half: Half, turns = 70): AskedTalk {
  const random = randomOf(seed * 37 + (half === 'tuned' ? 1 : 2));
  const wordings = TOLD.filter((_, at) => (at % 2 === 0) === (half === 'tuned'));
  const asked: Asked[] = [];
  const known = new Set<string>();
  const messages = Array.from({ length: turns }, (): Message[] => {
    const facts = Array.from({ length: random.between(2, 4) }, () => told(random, wordings, known, asked));
    return [
      textMessage('user', `${advice(random)}, or so I was told. ${facts.join(` ${worry(random)}. `)} ${random.pick(ASKS)}`),
      textMessage('assistant', answer(random, facts[0] ?? '')),
    ];
  });
  return { messages: messages.flat(), asked };
}

/** Long, in general words, with what was said once more at its beginning at times. */
function answer(random: Random, fact: string): string {
  const points = Array.from({ length: random.between(3, 5) }, (_, at) => {
    return `${at + 1}. **${random.pick(HEADS)}**: ${advice(random)}. ${advice(random)}.`;
  });
  const code = random.chance(0.25) ? `\n\n\`\`\`python\n${CODE.replace('process', `process_${random.word(4)}`)}\n\`\`\`` : '';
  const echo = random.chance(0.2) ? ` You said: ${fact}` : '';
  return `${random.pick(LEADS)}.${echo}\n\n${points.join('\n')}${code}\n\nLet me know if you have any questions!`;
}

function worry(random: Random): string {
  const [one, two] = [random.pick(WORDS.thing ?? []), random.pick(WORDS.thing2 ?? [])];
  return random.pick([
    `I worry that the ${one} makes my ${two} ${random.pick(WORDS.bad ?? [])}`,
    `I tried to ${random.pick(WORDS.do ?? [])} the ${one} and the ${two} felt ${random.pick(WORDS.bad ?? [])}`,
    `It feels ${random.pick(WORDS.bad ?? [])} whenever I ${random.pick(WORDS.do ?? [])} my ${two}`,
  ]);
}

function advice(random: Random): string {
  return random.pick(ADVICE).replace(/\{(\w+)\}/gu, (_, slot: string) => {
    const word = random.pick(WORDS[slot.toLowerCase()] ?? []);
    return slot === 'Do' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
}

const HEADS = list(
  'Plan ahead,Keep it simple,Measure progress,Stay flexible,Structure,Feedback,Testing,Time management,Documentation,Next steps',
);

const ASKED = 0.5;

function told(random: Random, wordings: readonly string[], known: Set<string>, asked: Asked[]): string {
  for (;;) {
    const same: Record<string, string> = { part: random.pick(SLOTS.part ?? []), Name: random.pick(SLOTS.name ?? []) };
    const fill = (text: string) => text.replace(/\{(\w+)\}/gu, (_, slot: string) => same[slot] ?? filled(slot, random));
    const [sentence = '', question = ''] = random.pick(wordings).split(' > ');
    const text = fill(sentence);
    const found = /\[(.+)\]/u.exec(text)?.[1] ?? '';
    const key = fill(question);
    if (known.has(key)) continue;
    known.add(key);
    if (random.chance(ASKED)) asked.push({ question: key, answer: found });
    return text.replace(/[[\]]/gu, '');
  }
}

function filled(slot: string, random: Random): string {
  if (slot === 'date') return `${random.pick(SLOTS.month ?? [])} ${random.between(1, 28)}, 2024`;
  if (slot === 'v') return `${random.between(1, 9)}.${random.between(0, 20)}.${random.between(0, 9)}`;
  if (slot === 'n') return String(random.between(11, 99));
  if (slot === 'nnn') return String(random.between(110, 999));
  return random.pick(SLOTS[slot] ?? []);
}
