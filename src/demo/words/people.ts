/** The people of the demo, invented: customers (shared by the three databases), employees and agents. */

export interface City {
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly postalCode: string | null;
  readonly dialCode: string;
  readonly streets: readonly string[];
}

const city = (
  name: string,
  state: string | null,
  country: string,
  postalCode: string | null,
  dialCode: string,
  ...streets: string[]
): City => ({ name, state, country, postalCode, dialCode, streets });

/** Where people live. Cities are real, streets and everybody in them are not. */
export const cities = {
  boston: city('Boston', 'MA', 'USA', '02199', '+1 617', 'Lantern Street', 'Old Mill Road'),
  austin: city('Austin', 'TX', 'USA', '78799', '+1 512', 'Pecan Grove Lane', 'Juniper Court'),
  seattle: city('Seattle', 'WA', 'USA', '98199', '+1 206', 'Ferry View Avenue', 'Cedar Steps'),
  chicago: city('Chicago', 'IL', 'USA', '60699', '+1 312', 'Elevated Way', 'Harbor Row'),
  portland: city('Portland', 'OR', 'USA', null, '+1 503', 'Rosehip Terrace'),
  toronto: city('Toronto', 'ON', 'Canada', 'M5V 9Z9', '+1 416', 'Maple Crescent', 'Quarry Lane'),
  montreal: city('Montréal', 'QC', 'Canada', 'H2X 9Z9', '+1 514', "Rue de l'Écluse"),
  vancouver: city('Vancouver', 'BC', 'Canada', null, '+1 604', 'Driftwood Drive'),
  berlin: city('Berlin', null, 'Germany', '10999', '+49 30', 'Lindenhof', 'Uferweg'),
  munich: city('München', null, 'Germany', '80999', '+49 89', 'Hopfengasse', 'Am Röhrenbach'),
  cologne: city('Köln', null, 'Germany', '50999', '+49 221', 'Brückenstraße'),
  paris: city('Paris', null, 'France', '75099', '+33 1', 'Rue des Tilleuls', "Passage de l'Orme"),
  lyon: city('Lyon', null, 'France', '69099', '+33 4', 'Montée du Figuier'),
  nimes: city('Nîmes', null, 'France', '30099', '+33 4', 'Place du Puits'),
  saoPaulo: city('São Paulo', 'SP', 'Brazil', '01999-000', '+55 11', 'Rua das Acácias'),
  recife: city('Recife', 'PE', 'Brazil', '50999-000', '+55 81', 'Travessa do Cais'),
  brasilia: city('Brasília', 'DF', 'Brazil', '70999-000', '+55 61', 'Quadra do Ipê'),
  osaka: city('Ōsaka', null, 'Japan', '530-9999', '+81 6', 'Minato Slope'),
  kyoto: city('Kyōto', null, 'Japan', '600-9999', '+81 75', 'Tsubaki Lane'),
  krakow: city('Kraków', null, 'Poland', '30-999', '+48 12', 'ulica Wierzbowa'),
  gdansk: city('Gdańsk', null, 'Poland', '80-999', '+48 58', 'ulica Żeglarska'),
  seville: city('Sevilla', null, 'Spain', '41999', '+34 954', 'Calle del Azahar'),
  corunna: city('A Coruña', null, 'Spain', '15999', '+34 981', 'Rúa do Faro'),
  cork: city('Cork', null, 'Ireland', null, '+353 21', "Saint Ita's Quay"),
  porto: city('Porto', null, 'Portugal', '4099-999', '+351 22', 'Rua da Ribeirinha'),
  malmo: city('Malmö', null, 'Sweden', '211 99', '+46 40', 'Kvarngatan'),
  pune: city('Pune', 'MH', 'India', '411099', '+91 20', 'Banyan Road'),
  chennai: city('Chennai', 'TN', 'India', '600099', '+91 44', 'Temple Tank Street'),
  brno: city('Brno', null, 'Czechia', '602 99', '+420 5', 'Třešňová'),
  reykjavik: city('Reykjavík', null, 'Iceland', '199', '+354 5', 'Fuglagata'),
  izmir: city('İzmir', null, 'Türkiye', '35999', '+90 232', 'Çınar Sokağı'),
  hue: city('Huế', null, 'Vietnam', null, '+84 234', 'Đường Hoa Sen'),
  bergen: city('Bergen', null, 'Norway', '5999', '+47 55', 'Fløysmauet'),
  cordoba: city('Córdoba', null, 'Argentina', 'X5999', '+54 351', 'Pasaje del Ceibo'),
} as const satisfies Readonly<Record<string, City>>;

export type CityKey = keyof typeof cities;

/** First name, last name, city, and the company where there is one; in order of their ids. */
export const customerPeople: readonly (readonly [string, string, CityKey, string?])[] = [
  ['Amara', 'Whitlock', 'boston'],
  ['Jürgen', 'Maßmann', 'berlin', 'Maßmann & Söhne GmbH'],
  ['Beatriz', 'Carvalhal', 'saoPaulo'],
  ['Clémence', 'Vautrin', 'paris'],
  ['Owen', "O'Shaughnessy", 'cork'],
  ['Haruka', 'Minamoto', 'osaka', 'Minamoto Sound Works'],
  ['Delia', 'Marchetti', 'chicago'],
  ['Étienne', "L'Hôte", 'lyon'],
  ['Sanne', 'Bergqvist', 'malmo'],
  ['Tobias', 'Krähenbühl', 'munich'],
  ['Priya', 'Venkataraghavan', 'chennai', 'Coromandel Radio'],
  ['Marcus', 'Whitlock', 'austin'],
  ['Zofia', 'Jędrzejczak', 'krakow'],
  ['Iago', 'Seixas', 'corunna'],
  ['Naomi', 'Delacroix', 'montreal'],
  ['Caleb', 'Stroud', 'seattle', 'Stroud & Daughters'],
  ['Mirela', 'Brandão', 'recife'],
  ['Lukas', 'Feldhaus', 'cologne'],
  ['Gwenaëlle', 'Kermarrec', 'nimes'],
  ['Oluwaseun', 'Adeyinka', 'toronto'],
  ['Rafael', 'Quintanilha', 'brasilia', 'Rádio Ipê'],
  ['Tamsin', 'Greer', 'boston'],
  ['Kenji', 'Amagawa', 'kyoto'],
  ['Inés', 'Aldecoa', 'seville'],
  ['Wendell', 'Pruitt', 'austin'],
  ['Katharina', 'Voß', 'berlin'],
  ['Armand', 'Vautrin', 'paris', 'Vautrin Éditions'],
  ['Bronagh', "D'Arcy", 'cork'],
  ['Vítor', 'Sobral', 'porto'],
  ['Jolene', 'Haskins', 'portland'],
  ['Ludovic', 'Thériault', 'montreal', 'Disques du Fleuve'],
  ['Hallgerður', 'Snædal', 'reykjavik'],
  ['Mateusz', 'Gołębiowski', 'gdansk'],
  ['Selin', 'Karaağaç', 'izmir'],
  ['Theo', 'Lindqvist-Moore', 'seattle'],
  ['Anselm', 'Rüttgers', 'munich'],
  ['Thiago', 'Nogueira-Lins', 'saoPaulo'],
  ['Margaux', 'Pélissier', 'lyon'],
  ['Amara', 'Okonjo', 'toronto'],
  ['Dušan', 'Řezníček', 'brno', 'Hudební dílna Řezníček'],
  ['Grace', 'Tillman', 'chicago'],
  ['Emi', 'Shirakawa', 'osaka'],
  ['Nguyễn', 'Thanh Hà', 'hue'],
  ['Colette', 'Aubanel', 'nimes'],
  ['Desmond', 'Achterberg', 'vancouver'],
  ['Rosalind', 'Peake', 'boston', 'Peake Listening Rooms'],
  ['Joaquín', 'Ferreyra', 'cordoba'],
  ['Luana', 'Carvalhal', 'recife'],
  ['Friederike', 'Anders', 'cologne'],
  ['Sverre', 'Tungesvik', 'bergen'],
  ['Aditi', 'Deshmukhe', 'pune'],
  ['Halina', 'Sroka', 'krakow'],
  ['Benedict', 'Yarrow', 'chicago'],
  ['Estrela', 'Mourão', 'porto'],
  ['Íñigo', 'Barrenetxea', 'seville'],
  ['Ebba', 'Sjöstrand', 'malmo'],
  ['Ryōta', 'Kuroiwa', 'kyoto'],
  ['Gilberto', 'Assunção', 'brasilia'],
  ['Dorothea', 'Kempf', 'berlin'],
];

/** First name, last name, title, id of the boss, birth and hiring date. */
export const employeePeople: readonly (readonly [
  string,
  string,
  string,
  number | null,
  string,
  string,
])[] = [
  ['Ingrid', 'Falkenrath', 'General Manager', null, '1961-03-08', '2002-04-15'],
  ['Tomás', 'Reyes-Ortega', 'Sales Manager', 1, '1970-11-21', '2003-01-13'],
  ['Wilhelmina', "O'Brien", 'Sales Support Agent', 2, '1978-06-30', '2004-09-01'],
  ['Pavel', 'Šimůnek', 'Sales Support Agent', 2, '1982-02-14', '2005-05-02'],
  ['Adaeze', 'Nwokolo', 'Sales Support Agent', 2, '1985-09-09', '2007-05-02'],
  ['Marguerite', 'Castonguay', 'IT Manager', 1, '1974-07-17', '2003-10-20'],
  ['Jens', 'Holmgaard', 'IT Staff', 6, '1986-12-01', '2008-02-11'],
  ['Lucía', 'Benavente', 'Sales Support Agent', 2, '1990-04-25', '2013-11-04'],
];

/** Full name, team and day of hiring of a help-desk agent. */
export const agentPeople: readonly (readonly [string, string, string])[] = [
  ['Nadia Farrow', 'Billing', '2007-03-12'],
  ["Conor O'Malley", 'Billing', '2008-08-04'],
  ['Birgit Løkken', 'Playback', '2006-11-20'],
  ['Samuel Adomako', 'Playback', '2009-02-02'],
  ['Yuki Tanimoto', 'Playback', '2010-06-14'],
  ['Élodie Marchais', 'Accounts', '2008-01-07'],
  ['Piotr Wrona', 'Accounts', '2011-09-19'],
  ['Leah Abramsohn', 'Escalations', '2005-05-30'],
  ['Diego Ibarra', 'Escalations', '2010-06-14'],
  ['Freya Lindgard', 'Accounts', '2013-12-02'],
];
