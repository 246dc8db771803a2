import { type Message, textMessage } from '../../src/index.ts';
import { type Half, type Random, randomOf } from '../../src/testing/index.ts';

/** Something somebody may ask about a talk later; the answer stands in it word for word. */
export interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** A long talk and what can be asked about it. */
export interface AskedTalk {
  readonly messages: readonly Message[];
  readonly asked: readonly Asked[];
}

/** What friends tell each other: the sentence with the answer in brackets, then what is asked about it. Slots stand in braces. */
const TOLD = `I went to the [{event}] {when} with {kin} and it was so moving. > What did {who} go to with {kin}?
{Kin} moved here from [{place}] when I was little. > Where did {who}'s {kin0} move from?
My boss finally said yes, so I start as [{job}] after the summer! > What will {who} work as after the summer?
We took the kids to [{place}] {when} and they loved every minute of it. > Where did {who} take the kids?
I have been doing [{hobby}] to take my mind off things. > What does {who} do to take the mind off things?
The vet says our [{pet}] needs to lose a bit of weight. > Which pet of {who} has to lose weight?
I wrote my first song on the [{thing}], it is about the sea. > What did {who} write the first song on?
My favorite book as a child was [{title}], I still have my copy. > Which book did {who} love as a child?
{Kin} gave me [{gift}] for my birthday and I nearly cried. > What did {who} get from {kin} for the birthday?
Next month I am running for [{cause}], wish me luck. > What is {who} running for next month?
I am thinking about going back to school for [{study}]. > What does {who} want to study?
We had [{dish}] at the little place by the station. > What did {who} eat at the place by the station?
I painted [{motif}] over the weekend and hung it in the hall. > What did {who} paint?
The band we saw {when} was called [{band}]. > Which band did {who} see?
My doctor wants me to cut down on [{dish}] for now. > What should {who} eat less of?
{Kin} and I volunteer at the [{charity}] twice a month. > Where do {who} and {kin} volunteer?
I lost my job at the [{shop}] {when}, so I have time now. > Where did {who} lose a job?
For the wedding we are renting a hall in [{place}]. > Where will the wedding of {who} be?
I collect [{collect}], I must have forty by now. > What does {who} collect?
The scar is from when I fell off [{ride}] at the lake. > How did {who} get the scar?
We named the baby [{baby}], after my grandmother. > What is the name of {who}'s baby?
On our trip we camped near [{place}] and saw the stars. > Where did {who} camp?
I finally finished the [{craft}] I had been working on since spring. > What did {who} finish that was begun in spring?
My dream is to open [{dream}] one day. > What does {who} dream of opening?`.split('\n');

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  event: list(
    'pride parade,school reunion,poetry reading,town council meeting,candle workshop,film festival,charity gala,book fair',
  ),
  when: list('last Saturday,two days ago,the week before last,on the 4th of July,yesterday,last month,on Tuesday,over Easter'),
  kin: list('my aunt,my son,my wife,my neighbor,my sister,my dad,a colleague,my best friend'),
  place: list('Sweden,the Grand Canyon,Costa Rica,Lake Tahoe,Edinburgh,the Rockies,New Orleans,Vermont,Morocco,Jeju Island'),
  job: list('a counselor,head chef,a physiotherapist,a museum guide,a pilot trainer,an editor,a carpenter,a speech therapist'),
  hobby: list('kickboxing,watercolors,yoga,bread baking,chess,trail running,gardening,sudoku,swing dancing,model trains'),
  pet: list('guinea pig,old tomcat,labrador,parrot,golden retriever,turtle,ferret,dachshund'),
  thing: list('ukulele,old piano,clarinet,guitar my uncle left me,accordion,violin'),
  title: list('Charlotte’s Web,The Secret Garden,Treasure Island,Matilda,Watership Down,The Hobbit'),
  gift: list(
    'a hand-knit sweater,a necklace with a tiny compass,concert tickets,a bowl with roses on it,a fountain pen,a photo album',
  ),
  cause: list('mental health,clean water,the children’s ward,cancer research,the lifeboats,homeless veterans'),
  study: list('social work,marine biology,nursing,graphic design,law,early education'),
  dish: list('crab cakes,beef noodles,pad thai,cinnamon rolls,goat curry,fish tacos,pumpkin ravioli,fried plantain'),
  motif: list(
    'a sunset over the bay,a field of sunflowers,two foxes,the old lighthouse,my grandmother’s kitchen,a horse in the rain',
  ),
  band: list('Summer Sounds,The Paper Kites,Velvet Harbor,Matt Patterson Trio,Lost Lanterns,Blue Fridays'),
  charity: list('homeless shelter,animal hospice,women’s center,community garden,soup kitchen,toy library'),
  shop: list('bank,garden center,shoe store,call center,print shop,hotel'),
  collect: list('sneakers,snow globes,movie posters,vinyl records,old maps,postcards,porcelain owls'),
  ride: list('a jet ski,my skateboard,a pony,the rope swing,a borrowed scooter'),
  baby: list('Oliver,Ruth,Amara,Jasper,Noemi,Elsie'),
  craft: list('stained glass window,quilt,rocking chair,clay dinosaur,bird house,dollhouse'),
  dream: list('a dance studio,a cat cafe,a bakery in a bus,a surf school,a bookshop,a shelter for donkeys'),
};
const OPENS = list(
  'Hey {other}|Hi {other}, long time no talk|{other}, good to hear from you|Wow, {other}|Thanks, {other}|That’s great, {other}|Aw, {other}|Yeah, {other}|Oh {other}|Totally, {other}',
  '|',
);
const KIND = list(
  `that sounds like such a {nice} {time}|I’m really {glad} you got to do that|it must have felt {nice} to be there with everyone|you always know how to make a day {nice}|I can only imagine how {nice} that was|it’s so important to make room for what we {love}|having people who {love} us makes all the difference|that takes a lot of courage and I’m {glad} for you|I could really use a {nice} {time} like that right now|the kids keep me busy but I wouldn’t change a thing|I’ve been trying to slow down and enjoy the small things|sometimes life throws things at us and we just keep going|it reminds me of when we were younger and had all the {time}s in the world|you’re doing an amazing job and I hope you know it|nothing beats a {nice} {time} outside with the people we {love}|I feel so {glad} whenever I think about it|work has been a lot lately but I’m hanging in there|it really changed how I look at things|we should plan something together soon|I’m here for you whenever you need to talk`,
  '|',
);
const ASKS = list(
  'How about you?|What have you been up to?|How did it go?|Did you take any pictures?|What was your favorite part?|How are you feeling about it?|Any plans for the weekend?|What inspired you to do it?|How long have you been doing that?|Do you want to tell me more?',
  '|',
);
/** Said before what a fact names, so that no two are the same. */
const TOUCH = list(
  'little,old,Italian,local,big,seaside,annual,rainy,second,blue,summer,village,wooden,Irish,crazy,quiet,downtown,hidden,homemade,new',
);
const FILL: Readonly<Record<string, readonly string[]>> = {
  nice: list('wonderful,relaxing,special,beautiful,lovely,perfect,great,exciting'),
  time: list('day,evening,weekend,moment,afternoon,morning'),
  glad: list('happy,glad,proud,thankful,grateful,excited'),
  love: list('love,care about,enjoy,value'),
};
const PEOPLE = list('Caroline,Melanie,Joanna,Nate,Andrew,Audrey,Deborah,Jolene,Evan,Calvin');
const MONTHS = list('January,March,May,July,August,October,November,December');

function list(words: string, between = ','): readonly string[] {
  return words.split(between);
}

/** Two friends who write to each other over months, some times of a few dozen messages each: most of it is kind, some of it is what a friend remembers. */
export function friendsTalk(seed: number, half: Half, sessions = 16): AskedTalk {
  const random = randomOf(seed * 31 + (half === 'tuned' ? 1 : 2));
  const wordings = TOLD.filter((_, at) => (at % 2 === 0) === (half === 'tuned'));
  const [one, two] = [random.pick(PEOPLE.slice(0, 5)), random.pick(PEOPLE.slice(5))];
  const messages: Message[] = [];
  const asked: Asked[] = [];
  const known = new Set<string>();
  for (let session = 0; session < sessions; session++) {
    const date = `${random.between(1, 12)}:${random.between(10, 59)} pm on ${random.between(1, 28)} ${random.pick(MONTHS)}, 2023`;
    const turns = random.between(16, 24);
    for (let turn = 0; turn < turns; turn++) {
      const [who, other] = turn % 2 === 0 ? [one, two] : [two, one];
      const said = [
        random.chance(0.6) ? `${random.pick(OPENS).replace('{other}', other)}! ${kind(random)}.` : `${kind(random)}.`,
        ...(random.chance(0.4) ? [`${kind(random)}.`] : []),
        ...(random.chance(0.7) ? [told(random, wordings, who, asked, known)] : []),
        ...(random.chance(0.5) ? [random.pick(ASKS)] : []),
      ];
      const dated = turn === 0 ? `[${date}]\n` : '';
      messages.push(textMessage(turn % 2 === 0 ? 'user' : 'assistant', `${dated}${who}: ${said.join(' ')}`));
    }
  }
  return { messages, asked };
}

function kind(random: Random): string {
  const text = random.pick(KIND).replace(/\{(\w+)\}/gu, (_, slot: string) => random.pick(FILL[slot] ?? []));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Something of which the answer was not said yet; somebody may ask about a part of it. */
function told(random: Random, wordings: readonly string[], who: string, asked: Asked[], said: Set<string>): string {
  for (;;) {
    const { text, answer, question } = saying(random, wordings, who);
    if (said.has(answer)) continue;
    said.add(answer);
    if (random.chance(ASKED)) asked.push({ question, answer });
    return text;
  }
}

const ASKED = 0.4;

/** What else happened then: what a question knows of it. */
const DETAILS = list(
  'the dentist,the flood,her exam,the power cut,our holiday,the funeral,the concert,the promotion,the storm,the diagnosis,the garage sale,the baby shower,the marathon,the fire drill,his surgery,the harvest,the long drive,the book club,the eclipse,the snow day,the audition,the fair,the barbecue,the road trip,the picnic,the breakup,the job fair,the flu,the camping trip,the recital,the parade,the housewarming',
);

function saying(random: Random, wordings: readonly string[], who: string): Asked & { readonly text: string } {
  const kin = random.pick(SLOTS.kin ?? []);
  const [sentence = '', question = ''] = random.pick(wordings).split(' > ');
  const fill = (text: string) =>
    text
      .replaceAll('{who}', who)
      .replaceAll('{kin0}', kin.replace(/^(?:my|a) /u, ''))
      .replaceAll('{kin}', kin)
      .replaceAll('{Kin}', kin.charAt(0).toUpperCase() + kin.slice(1))
      .replace(/\{(\w+)\}/gu, (_, slot: string) => random.pick(SLOTS[slot] ?? []));
  const detail = random.pick(DETAILS);
  const text = fill(sentence).replace(/[.!]$/u, (end) => `, just after ${detail}${end}`);
  const plain = /\[(.+)\]/u.exec(text)?.[1] ?? '';
  const answer = random.chance(0.5)
    ? plain
    : plain.replace(
        /^(?:(an?|the|my|two) )?/iu,
        (_, article?: string) => `${article === undefined ? '' : `${article === 'an' ? 'a' : article} `}${random.pick(TOUCH)} `,
      );
  return {
    text: text.replace(/\[.+\]/u, answer),
    answer,
    question: fill(question).replace(/\?$/u, random.chance(0.5) ? '?' : ` just after ${detail}?`),
  };
}
