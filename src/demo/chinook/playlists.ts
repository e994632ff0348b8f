import { createRandom, type Random } from '../random.ts';
import { playlistNames } from '../words/music.ts';
import { type Track, videoMediaTypeId } from './music.ts';

export interface PlaylistTrack {
  readonly playlistId: number;
  readonly trackId: number;
}

export const playlists = playlistNames.map((name, index) => ({ id: index + 1, name }));

const entryCount = 8715;

/** How many tracks each playlist holds; the missing ones get the rest, evenly. Two stay empty. */
const fixedSizes: Readonly<Record<number, number>> = { 1: 3290, 2: 0, 17: 1, 18: 0, 9: 75, 13: 39 };

/** Playlists that take only some tracks. */
const themes: Readonly<Record<number, (track: Track) => boolean>> = {
  7: (track) => track.genre === 'Rock',
  11: (track) => track.mediaTypeId === videoMediaTypeId || track.genre === 'Soundtrack',
  15: (track) => track.genre === 'Metal' || track.genre === 'Punk',
};

export function generatePlaylistTracks(
  seed: number,
  tracks: readonly Track[],
): readonly PlaylistTrack[] {
  const random = createRandom(seed, 'chinook.PlaylistTrack');
  const open = playlists.filter(
    ({ id }) => fixedSizes[id] === undefined && themes[id] === undefined,
  );
  const chosen = new Map<number, readonly Track[]>();
  for (const { id } of playlists) {
    const theme = themes[id];
    const size = fixedSizes[id];
    if (theme !== undefined)
      chosen.set(
        id,
        tracks.filter((track) => theme(track) && random.chance(45)),
      );
    else if (size !== undefined) chosen.set(id, sample(random, tracks, size));
  }
  const left = entryCount - [...chosen.values()].reduce((sum, list) => sum + list.length, 0);
  open.forEach(({ id }, index) => {
    const share = Math.floor(left / open.length) + (index < left % open.length ? 1 : 0);
    chosen.set(id, sample(random, tracks, share));
  });
  return playlists.flatMap(({ id }) =>
    (chosen.get(id) ?? []).map((track) => ({ playlistId: id, trackId: track.id })),
  );
}

/** `size` different tracks, in the order of their ids. */
function sample(random: Random, tracks: readonly Track[], size: number): readonly Track[] {
  return random
    .shuffle(tracks)
    .slice(0, size)
    .sort((a, b) => a.id - b.id);
}
