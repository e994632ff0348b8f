import { createRandom, type Random, spreadTotal } from '../random.ts';
import {
  adjectives,
  ensembles,
  familyNames,
  type GenreName,
  genreShares,
  givenNames,
  handmadeArtists,
  nouns,
  places,
  sharedAlbumTitles,
  sharedTrackNames,
  verbs,
} from '../words/music.ts';

export interface Artist {
  readonly id: number;
  readonly name: string;
}

export interface Album {
  readonly id: number;
  readonly title: string;
  readonly artist: Artist;
  readonly genre: GenreName;
}

export interface Track {
  readonly id: number;
  readonly name: string;
  /** Null for a single that came out on no album. */
  readonly album: Album | null;
  readonly mediaTypeId: number;
  readonly genre: GenreName;
  readonly composer: string | null;
  readonly milliseconds: number;
  readonly bytes: number | null;
  readonly priceCents: number;
}

/** Sizes like those of the database everybody knows under this name. */
const artistCount = 275;
const albumCount = 347;
const trackCount = 3503;
const singleCount = 17;
/** Artists from here on have no album. */
const artistsWithAlbums = 204;

export const genreNames = Object.keys(genreShares) as GenreName[];
const videoGenres: readonly GenreName[] = ['TV Series', 'Science Fiction', 'Comedy'];
const sideMilliseconds = 372_000;
const mp3 = 1;
/** The medium of everything that is watched. */
export const videoMediaTypeId = 4;

export function generateArtists(seed: number): readonly Artist[] {
  const random = createRandom(seed, 'chinook.Artist');
  const names = new Set<string>(handmadeArtists);
  while (names.size < artistCount) names.add(artistName(random));
  return random.shuffle([...names]).map((name, index) => ({ id: index + 1, name }));
}

function artistName(random: Random): string {
  switch (random.weighted({ band: 40, person: 30, duo: 14, ensemble: 16 })) {
    case 'band':
      return `The ${random.pick(adjectives)} ${random.pick(nouns)}s`;
    case 'person':
      return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    case 'duo':
      return `${random.pick(nouns)} & ${random.pick(nouns)}`;
    case 'ensemble':
      return `${random.pick(places)} ${random.pick(ensembles)}`;
  }
}

export function generateAlbums(seed: number, artists: readonly Artist[]): readonly Album[] {
  const random = createRandom(seed, 'chinook.Album');
  const makers = artists.slice(0, artistsWithAlbums);
  const genreOf = new Map(makers.map((artist) => [artist.id, random.weighted(genreShares)]));
  return Array.from({ length: albumCount }, (_, index) => {
    const artist = makers[index] ?? random.pickEarly(makers);
    const ownGenre = genreOf.get(artist.id) ?? 'Rock';
    const title = random.chance(5) ? random.pick(sharedAlbumTitles) : phrase(random);
    const genre = random.chance(92) ? ownGenre : random.weighted(genreShares);
    return { id: index + 1, title, artist, genre };
  });
}

/** A title of an album or a track. */
function phrase(random: Random): string {
  switch (random.weighted({ plain: 34, verb: 30, pair: 16, place: 12, person: 8 })) {
    case 'plain':
      return `${random.pick(adjectives)} ${random.pick(nouns)}`;
    case 'verb':
      return `${random.pick(verbs)} the ${random.pick(nouns)}`;
    case 'pair':
      return `${random.pick(nouns)} and ${random.pick(nouns)}`;
    case 'place':
      return `${random.pick(nouns)} of ${random.pick(places)}`;
    case 'person':
      return `${random.pick(givenNames)}'s ${random.pick(nouns)}`;
  }
}

export function generateTracks(
  seed: number,
  albums: readonly Album[],
  artists: readonly Artist[],
): readonly Track[] {
  const random = createRandom(seed, 'chinook.Track');
  const sizes = spreadTotal(random, {
    total: trackCount - singleCount,
    parts: albums.length,
    min: 1,
    max: 24,
  });
  const places: (Album | null)[] = [
    ...albums.flatMap((album, index) => Array<Album>(sizes[index] ?? 0).fill(album)),
    ...Array<null>(singleCount).fill(null),
  ];
  return places.map((album, index) => generateTrack(random, index + 1, album, artists));
}

function generateTrack(
  random: Random,
  id: number,
  album: Album | null,
  artists: readonly Artist[],
): Track {
  const genre = album !== null && random.chance(96) ? album.genre : random.weighted(genreShares);
  const isVideo = videoGenres.includes(genre) && random.chance(90);
  const mediaTypeId = isVideo ? videoMediaTypeId : random.weighted({ 1: 84, 2: 7, 3: 7, 5: 2 });
  const milliseconds = isVideo ? random.int(1_260, 2_880) * 1000 : audioMilliseconds(random, genre);
  const kilobitsPerSecond = isVideo ? 1_450 : Number(mediaTypeId) === mp3 ? 256 : 192;
  return {
    id,
    name: random.chance(3) ? random.pick(sharedTrackNames) : phrase(random),
    album,
    mediaTypeId: Number(mediaTypeId),
    genre,
    composer: composerName(random, album?.artist ?? random.pick(artists)),
    milliseconds,
    bytes: random.chance(98) ? Math.floor((milliseconds * kilobitsPerSecond) / 8) : null,
    priceCents: isVideo ? 199 : random.chance(7) ? 129 : 99,
  };
}

/** Many lengths tie: part of them are whole seconds, and no song is longer than a side allows. */
function audioMilliseconds(random: Random, genre: GenreName): number {
  const isLongForm = genre === 'Classical' || genre === 'Jazz';
  const seconds = (random.int(75, isLongForm ? 640 : 420) + random.int(120, 360)) >> 1;
  const milliseconds = seconds * 1000 + (random.chance(30) ? 0 : random.int(0, 999));
  return isLongForm ? milliseconds : Math.min(milliseconds, sideMilliseconds);
}

function composerName(random: Random, artist: Artist): string | null {
  const person = () => `${random.pick(givenNames)} ${random.pick(familyNames)}`;
  switch (random.weighted({ nobody: 27, artist: 33, one: 22, two: 18 })) {
    case 'nobody':
      return null;
    case 'artist':
      return artist.name;
    case 'one':
      return person();
    case 'two':
      return `${person()}, ${person()}`;
  }
}
