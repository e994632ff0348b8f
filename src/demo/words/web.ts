/** What there is on the shop's web site, who sends visitors there, and what they look at it with. */

export const devices = [
  ['desktop', 'Firefox', 'Windows'],
  ['desktop', 'Chrome', 'Windows'],
  ['desktop', 'Safari', 'macOS'],
  ['mobile', 'Safari', 'iOS'],
  ['mobile', 'Chrome', 'Android'],
  ['desktop', 'Internet Explorer', 'Windows'],
  ['tablet', 'Safari', 'iOS'],
  ['desktop', 'Firefox', 'Linux'],
  ['mobile', 'Opera', 'Android'],
  ['tablet', 'Chrome', 'Android'],
  ['desktop', 'Chrome', 'macOS'],
  ['tv', 'Opera', 'Linux'],
] as const;

export const referrers = [
  ['(none)', 'direct'],
  ['findit.example', 'organic'],
  ['seeknotes.example', 'organic'],
  ['ads.findit.example', 'paid'],
  ['chatterbox.example', 'social'],
  ['newsletter.chinook.example', 'email'],
  ['vinylforum.example', 'referral'],
  ['banners.example', 'paid'],
  ['pix-und-töne.example', 'social'],
  ['radio-ipe.example', 'referral'],
  ['oldportal.example', 'organic'],
] as const;

export const pages = [
  ['/', 'Home'],
  ['/genres/jazz', 'Jazz'],
  ['/albums', 'All albums'],
  ['/search', 'Search'],
  ['/cart', 'Your cart'],
  ['/genres/rock', 'Rock'],
  ['/artists', 'Artists A–Z'],
  ['/playlists', 'Playlists'],
  ['/help', 'Help & contact'],
  ['/checkout', 'Checkout'],
  ['/account', 'Your account'],
  ['/blog/café-lumière', 'The story of Café Lumière'],
  ['/pricing', 'Prices'],
  ['/gift-cards', 'Gift cards'],
  ['/jobs', "We're hiring"],
] as const;

export const anonymousCountries = [
  'USA',
  'Germany',
  'Brazil',
  'France',
  'Canada',
  'United Kingdom',
  'Japan',
  'Netherlands',
  'Spain',
] as const;
