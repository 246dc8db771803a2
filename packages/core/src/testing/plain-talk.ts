import { type Message, textMessage } from '../message.ts';
import { type Random, randomOf } from './random.ts';

/** A talk of friends over months, and what somebody may ask about it later: the answer stands in it word for word. */
export interface PlainTalk {
  readonly messages: readonly Message[];
  readonly answers: readonly string[];
}

const PEOPLE = ['Maya', 'Theo', 'Priya', 'Owen', 'Lena', 'Marcus', 'Sofia', 'Kenji'];
const KIN = ['my sister', 'my brother', 'grandma', 'my roommate', 'my boss', 'my cousin', 'our neighbour', 'my old teacher'];
const THINGS: Readonly<Record<string, readonly string[]>> = {
  hobby: [
    'pottery',
    'rock climbing',
    'salsa dancing',
    'beekeeping',
    'calligraphy',
    'fencing',
    'birdwatching',
    'wood carving',
    'archery',
    'origami',
  ],
  place: [
    'Lisbon',
    'the Adirondacks',
    'Kyoto',
    'Banff',
    'the Outer Banks',
    'Reykjavik',
    'Oaxaca',
    'Tasmania',
    'Santorini',
    'Galway',
  ],
  pet: ['a tortoise', 'a greyhound', 'two kittens', 'a cockatiel', 'a corgi', 'a hedgehog', 'an old beagle'],
  food: ['pierogi', 'mango chutney', 'lamb tagine', 'sourdough', 'pho', 'paella', 'rhubarb pie', 'kimchi stew'],
  work: [
    'a radiographer',
    'a set designer',
    'a paralegal',
    'a park ranger',
    'an apprentice baker',
    'a data analyst',
    'a midwife',
  ],
  thing: ['a cello', 'a canoe', 'a telescope', 'a sewing machine', 'a red scarf', 'an espresso machine', 'a mountain bike'],
  cause: ['a shelter for women', 'the food bank', 'a coastal clean-up', 'a literacy class', 'the animal rescue', 'a blood drive'],
  film: ['Paper Lanterns', 'The Long Ferry', 'Winter Orchard', 'Blue Arithmetic', 'A Map of Salt', 'The Quiet Tenant'],
  when: [
    'last Friday',
    'two weeks ago',
    'in early June',
    'on my birthday',
    'the weekend before the storm',
    'on 14 August',
    'next month',
  ],
};
const TOUCHES =
  'tiny blue wooden borrowed noisy velvet crooked spicy winter striped copper evening secret rusty mint paper northern hand-made second-hand moonlit'.split(
    ' ',
  );
const SAYINGS = [
  'I signed up for [hobby] {when}, my hands still hurt.',
  '{kin} just came back from [place] and cannot stop talking about it.',
  'We finally adopted [pet], the kids picked the name.',
  'I made [food] from scratch {when} and only burned it a little.',
  '{kin} is training to be [work] now.',
  'Guess what, I bought [thing] with the money from the yard sale.',
  '{when} we all helped at [cause] and it changed how I see the town.',
  'I watched [film] with {kin} and cried at the end.',
  'The doctor told me to give up [food] for a while.',
  'If it works out I will move to [place] after the winter.',
  'I used to love [hobby] when I was twelve.',
  'For the anniversary I am getting {kin} [thing].',
  'We booked the cabin near [place] for {when}.',
  'The interview is for [work], so wish me luck.',
];
const SMALL = [
  'That must have been awesome.',
  'Wow, that sounds great!',
  'Thanks, it means a lot to me.',
  'How have you been lately?',
  'I totally get what you mean, it is so important to take time for yourself.',
  'Haha, no way! Tell me more about it.',
  'It was such a wonderful day and I felt really happy.',
  'I am so proud of you, keep it up!',
  'Yeah, life is full of surprises and we have to enjoy each moment.',
  'That is amazing, I would love to hear how it goes.',
  'Sounds like a lot of fun, I am glad you had a good time.',
  'You know I am always here for you.',
  'What made you want to do that?',
  'It is never easy, but you are doing a really good job.',
];

/** Talk without tools in everyday words: most of it is kind noise, some of it is what friends remember. */
export function generatePlainTalk(seed: number, turns: number): PlainTalk {
  const random = randomOf(seed);
  const answers: string[] = [];
  const messages = Array.from({ length: turns }, (_, turn) => {
    const said = Array.from({ length: random.between(1, 3) }, () => random.pick(SMALL));
    if (random.chance(0.45)) said.splice(random.between(0, said.length), 0, saying(random, answers));
    if (turn % 2 === 0 && random.chance(0.3)) said.unshift(`Hey ${random.pick(PEOPLE)}!`);
    return textMessage(turn % 2 === 0 ? 'user' : 'assistant', said.join(' '));
  });
  return { messages, answers };
}

function saying(random: Random, answers: string[]): string {
  const text = random
    .pick(SAYINGS)
    .replace(/\{(\w+)\}/gu, (_, slot: string) => random.pick(slot === 'kin' ? KIN : (THINGS[slot] ?? KIN)));
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\[(\w+)\]/u, (_, slot: string) => {
    const [first = '', ...rest] = random.pick(THINGS[slot] ?? KIN).split(' ');
    const touched = [random.pick(TOUCHES), random.pick(TOUCHES)].join(' and ');
    // What is small is a word of its own before it: “a tiny and blue canoe”.
    const answer = /^(?:an?|the|two)$/u.test(first)
      ? `${first === 'an' ? 'a' : first} ${touched} ${rest.join(' ')}`
      : `${touched} ${[first, ...rest].join(' ')}`;
    answers.push(answer);
    return answer;
  });
}
