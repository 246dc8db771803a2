import type { Random } from './random.ts';

const NOUNS =
  'kestrel marlin juniper basalt heron cobalt tundra saffron osprey lichen quartz bramble gannet ferrous magpie sorrel plover agate merlin thistle walrus copper teasel lynx hazel otter raven cinder larch pewter gorse ibis umber fennel badger opal willow puffin slate nettle curlew flint moss tern amber dune coral vetch wren sable'.split(
    ' ',
  );
const NAMES =
  'Ana Bruno Chidi Dalia Emre Freya Goran Hana Ines Jonas Kaori Lars Mina Nuno Odile Piotr Rosa Sven Tariq Vera'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const SLOT = /\{(\w+)\}/gu;

/** A wording with its slots filled: the line, and what of it must survive. */
export function sayFact(wording: string, random: Random): { readonly text: string; readonly value: string } {
  const filled = wording.replace(SLOT, (_, slot: string) => fill(slot, random));
  const value = /\[\[(.+?)\]\](?!\])/u.exec(filled)?.[1] ?? filled;
  return { text: filled.replace(`[[${value}]]`, value), value };
}

function fill(slot: string, random: Random): string {
  const digits = (length: number) => String(random.between(10 ** (length - 1), 10 ** length - 1));
  const noun = random.pick(NOUNS);
  switch (slot) {
    case 'noun':
      return noun;
    case 'Noun':
      return noun.charAt(0).toUpperCase() + noun.slice(1);
    case 'NOUN':
      return noun.toUpperCase();
    case 'name':
    case 'Name2':
      return random.pick(NAMES);
    case 'id':
      return random.word(5);
    case 'ID':
      return random.word(6).toUpperCase();
    case 'v':
      return `${random.between(0, 9)}.${random.between(0, 40)}.${random.between(0, 30)}`;
    case 'day':
      return random.pick(DAYS);
    case 'month':
      return random.pick(MONTHS);
    case 'date':
      return `2026-${two(random.between(1, 12))}-${two(random.between(1, 28))}`;
    case 'hh':
      return two(random.between(0, 23));
    case 'mm':
    case 'dd':
      return two(random.between(10, 28));
    case 'port':
      return digits(4);
    case 'L':
      return random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ']);
    default:
      return digits(slot === 'd' ? 1 : slot.length);
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
