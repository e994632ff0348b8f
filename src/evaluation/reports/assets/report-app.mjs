// The report page. Data lies in JSON blocks: an index of all runs, and their details in pieces that are
// parsed when a run is opened. Text goes in as text nodes only, never as markup.

const index = readJson('index');
const { runs, pieceSize } = index;
const main = document.querySelector('main');
const rowHeight = 44;
const filters = {
  text: '',
  status: new Set(),
  suite: '',
  role: '',
  tag: '',
  difficulty: '',
  system: '',
};
let shown = runs.map((_, position) => position);
let current = 0;

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

const pieces = new Map();
function detailOf(position) {
  const number = Math.floor(position / pieceSize);
  if (!pieces.has(number)) pieces.set(number, readJson(`piece-${number}`));
  return pieces.get(number)[position % pieceSize];
}

/** An element with a class, attributes and children; texts become text nodes. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (key === 'class') element.className = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  for (const child of children.flat()) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

const percent = (value) => (value === null ? 'not measured' : `${(value * 100).toFixed(1)} %`);
const count = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

// The list of runs

const statuses = ['pass', 'fail', 'error', 'skip'];

function showList() {
  document.title = index.title;
  const list = make('div', {
    class: 'list sheet',
    role: 'list',
    tabindex: '-1',
    'aria-label': 'Runs',
  });
  const canvas = make('div');
  list.append(canvas);
  const total = make('p', { class: 'keys', role: 'status' });
  const draw = () => drawVisible(list, canvas);
  const refresh = () => {
    shown = runs.flatMap((run, position) => (matches(run) ? [position] : []));
    current = Math.min(current, Math.max(0, shown.length - 1));
    canvas.style.height = `${shown.length * rowHeight}px`;
    total.replaceChildren(
      `${count(shown.length, 'run')} of ${runs.length.toLocaleString('en')}. `,
      ...keysHelp([
        ['j k', 'move'],
        ['Enter', 'open'],
        ['/', 'search'],
        ['f', 'failures only'],
        ['Esc', 'back, all'],
      ]),
    );
    for (const chip of document.querySelectorAll('.chip')) {
      chip.setAttribute('aria-pressed', String(filters.status.has(chip.dataset.status)));
    }
    draw();
  };
  list.addEventListener('scroll', () => requestAnimationFrame(draw));
  main.replaceChildren(...summary(refresh), filterBar(refresh), list, total);
  list.refresh = refresh;
  refresh();
  reveal(list);
}

function keysHelp(pairs) {
  return pairs.flatMap(([keys, what]) => [
    ...keys.split(' ').map((key) => make('kbd', {}, key)),
    ` ${what}  `,
  ]);
}

function matches(run) {
  if (filters.status.size > 0 && !filters.status.has(run.status)) return false;
  for (const key of ['suite', 'role', 'difficulty', 'system']) {
    if (filters[key] !== '' && (run[key] ?? 'none') !== filters[key]) return false;
  }
  if (filters.tag !== '' && !run.tags.includes(filters.tag)) return false;
  if (filters.text === '') return true;
  const text =
    `${run.id} ${run.question} ${run.reason ?? ''} ${run.reasonCode ?? ''}`.toLowerCase();
  return filters.text.split(/\s+/).every((word) => text.includes(word));
}

function drawVisible(list, canvas) {
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 8);
  const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / rowHeight) + 16);
  const rows = [];
  for (let place = first; place < last; place++) rows.push(runRow(place));
  if (shown.length === 0) rows.push(make('p', { class: 'empty' }, 'No run fits these filters.'));
  canvas.replaceChildren(...rows);
}

function runRow(place) {
  const run = runs[shown[place]];
  const row = make(
    'a',
    {
      class: 'run',
      role: 'listitem',
      href: `#/run/${shown[place]}`,
      'aria-current': place === current ? 'true' : undefined,
    },
    make('span', {}, make('span', { class: `status ${run.status}` }, run.status)),
    make('span', { class: 'id', title: run.id }, run.id),
    make('span', { class: 'role', title: run.role }, run.role),
    make('span', { title: run.question }, run.question),
    make('span', { class: 'why', title: run.reason ?? '' }, run.reason ?? run.note ?? ''),
  );
  row.style.top = `${place * rowHeight}px`;
  return row;
}

function reveal(list) {
  const top = current * rowHeight;
  if (top < list.scrollTop || top + rowHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = Math.max(0, top - list.clientHeight / 2);
  }
}

function filterBar(refresh) {
  const search = make('input', {
    type: 'search',
    placeholder: 'Search id, question, reason',
    'aria-label': 'Search',
    value: filters.text,
    oninput: (event) => {
      filters.text = event.target.value.trim().toLowerCase();
      refresh();
    },
  });
  const chips = statuses.map((status) =>
    make(
      'button',
      {
        class: `chip ${status}`,
        type: 'button',
        'data-status': status,
        'aria-pressed': 'false',
        onclick: () => {
          if (!filters.status.delete(status)) filters.status.add(status);
          refresh();
        },
      },
      `${status} `,
      make('b', {}, index.summary[status].toLocaleString('en')),
    ),
  );
  const choices = [
    choice('suite', 'All suites', (run) => [run.suite], refresh),
    choice('role', 'All roles', (run) => [run.role], refresh),
    choice('tag', 'All tags', (run) => run.tags, refresh),
    choice('difficulty', 'Every difficulty', (run) => [run.difficulty ?? 'none'], refresh),
    choice('system', 'All systems', (run) => [run.system], refresh),
  ];
  return make('div', { class: 'filters', role: 'search' }, search, chips, choices);
}

/** A select of the values that occur; none where there is nothing to choose. */
function choice(key, all, valuesOf, refresh) {
  const values = [...new Set(runs.flatMap(valuesOf))].sort();
  if (values.length < 2) return null;
  const select = make(
    'select',
    {
      'aria-label': key,
      'data-filter': key,
      onchange: (event) => {
        filters[key] = event.target.value;
        refresh();
      },
    },
    make('option', { value: '' }, all),
    values.map((value) => make('option', { value }, value)),
  );
  select.value = filters[key];
  return select;
}

// The summary

function summary(refresh) {
  const { summary: counts, accuracy } = index;
  const bar = make('div', { class: 'bar', 'aria-hidden': 'true' });
  for (const status of statuses) {
    if (counts[status] === 0) continue;
    const part = make('i', { class: status });
    part.style.flexGrow = counts[status];
    bar.append(part);
  }
  const { execution, lenient, overall } = accuracy;
  const figure = execution.of > 0 ? execution : overall;
  const notes = [
    [
      `${figure.passed} of ${figure.of}`,
      figure === execution ? 'answers equal the reviewed rows' : 'runs passed',
    ],
    counts.roleClasses?.leak > 0 && [
      counts.roleClasses.leak,
      `${counts.roleClasses.leak === 1 ? 'leak' : 'leaks'}: a role got, or its SQL read, what it must not have`,
    ],
    counts.lenient > 0 && [
      counts.lenient,
      `match only leniently (${percent(lenient.value)} with them)`,
    ],
    counts.vacuous > 0 && [counts.vacuous, 'passes with both results empty: no evidence'],
    counts.weak > 0 && [counts.weak, 'matches on thin evidence'],
    counts.stated > 0 && [counts.stated, 'outcomes stated without running SQL'],
    ...Object.entries(counts.errors).map(
      ([owner, number]) => number > 0 && [number, `errors of the ${owner}`],
    ),
  ].filter(Boolean);
  const interval = figure.interval
    ? `95 % interval ${(figure.interval[0] * 100).toFixed(1)}–${(figure.interval[1] * 100).toFixed(1)} %`
    : '';
  return [
    make('p', { class: 'about' }, index.about),
    make(
      'div',
      { class: 'tiles' },
      make(
        'section',
        { class: 'tile sheet' },
        make('div', {}, figure === execution ? 'Execution accuracy' : 'Accuracy'),
        make('div', { class: 'figure' }, percent(figure.value)),
        make('div', { class: 'about' }, interval),
      ),
      make(
        'section',
        { class: 'tile sheet' },
        make('div', {}, count(counts.total, 'run')),
        bar,
        make(
          'ul',
          { class: 'notes' },
          notes.map(([number, words]) =>
            make('li', {}, make('b', {}, String(number)), ` ${words}`),
          ),
        ),
      ),
    ),
    document.getElementById('retrieval').content.cloneNode(true),
    groups(refresh),
  ];
}

function groups(refresh) {
  const { accuracy } = index;
  const parts = [
    ['role', accuracy.byRole],
    ['difficulty', accuracy.byDifficulty],
    ['tag', accuracy.byTag],
    ['suite', accuracy.bySuite],
  ].filter(([, shares]) => Object.keys(shares).length > 1);
  if (parts.length === 0) return null;
  const tables = parts.map(([key, shares]) =>
    make(
      'section',
      { class: 'tile sheet' },
      make('div', {}, `By ${key}`),
      make(
        'table',
        {},
        Object.entries(shares)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, 60)
          .map(([name, share]) =>
            make(
              'tr',
              {},
              make(
                'td',
                {},
                make('button', { type: 'button', onclick: () => choose(key, name, refresh) }, name),
              ),
              make(
                'td',
                {},
                `${share.passed}/${share.of}  ${share.value === null ? '–' : percent(share.value)}`,
              ),
            ),
          ),
      ),
    ),
  );
  return make(
    'details',
    {},
    make('summary', {}, 'Accuracy by role, difficulty, tag and suite'),
    make('div', { class: 'groups' }, tables),
  );
}

function choose(key, name, refresh) {
  filters[key] = filters[key] === name ? '' : name;
  const select = document.querySelector(`[data-filter="${key}"]`);
  if (select) select.value = filters[key];
  refresh();
}

// One run

function showRun(position) {
  const run = runs[position];
  if (!run) return showList();
  const place = shown.indexOf(position);
  if (place >= 0) current = place;
  const detail = detailOf(position);
  document.title = `${run.id} · ${index.title}`;
  main.replaceChildren(
    ...[
      runHead(run, place),
      make('p', { class: 'question' }, run.question),
      make(
        'div',
        { class: 'tags' },
        [
          `suite ${run.suite}`,
          `role ${run.role}`,
          run.difficulty && `difficulty ${run.difficulty}`,
          run.tags.length > 0 && `tags ${run.tags.join(', ')}`,
          detail.datasource && `datasource ${detail.datasource}`,
          `expected ${detail.expected}`,
          `system ${run.system}`,
          `${Math.round(detail.latencyMs)} ms`,
        ]
          .filter(Boolean)
          .map((text) => make('span', {}, text)),
      ),
      reasonOf(run, detail),
      ...sqlSection(detail),
      ...diffSection(detail),
      ...rowsSection(detail),
      ...scoresSection(detail),
      make(
        'p',
        { class: 'keys' },
        keysHelp([
          ['n p', 'next, previous'],
          ['Esc', 'back to the list'],
        ]),
      ),
    ].filter(Boolean),
  );
  window.scrollTo(0, 0);
}

function runHead(run, place) {
  return make(
    'div',
    { class: 'case-head' },
    make('a', { href: '#/' }, '← All runs'),
    make('span', { class: 'grow' }),
    place > 0 && make('a', { href: `#/run/${shown[place - 1]}` }, 'Previous'),
    place >= 0 && make('span', { class: 'about' }, `${place + 1} of ${shown.length}`),
    place >= 0 &&
      place + 1 < shown.length &&
      make('a', { href: `#/run/${shown[place + 1]}` }, 'Next'),
    make('span', { class: `status ${run.status}` }, run.status),
    make('code', { class: 'id' }, run.id),
  );
}

function reasonOf(run, detail) {
  const hints = (detail.verdict?.hints ?? []).filter((hint) => hint.message !== run.reason);
  const words = run.reason ?? detail.verdict?.reason;
  if (!words && hints.length === 0) return null;
  const flags = detail.verdict?.flags ?? [];
  return make(
    'div',
    { class: `reason sheet ${run.status}` },
    run.reasonCode && [make('code', {}, run.reasonCode), ' '],
    words,
    flags.length > 0 && make('span', { class: 'about' }, ` (${flags.join(', ')})`),
    hints.length > 0 &&
      make(
        'ul',
        {},
        hints.map((hint) => make('li', {}, hint.message)),
      ),
    mapOf(detail),
  );
}

/** Which predicted column answers which of gold, where it is not the plain order. */
function mapOf({ verdict, gold, predicted }) {
  const map = verdict?.columnMap;
  if (!map || map.every((column, place) => column === place)) return null;
  const names = gold?.[answerOf(verdict)]?.columns ?? [];
  const parts = map.map((column, place) => {
    const own = names[place] ?? `column ${place + 1}`;
    return `${own} = ${column === null ? '(none)' : (predicted?.columns?.[column] ?? `column ${column + 1}`)}`;
  });
  return make('div', { class: 'about' }, `Columns: ${parts.join(', ')}`);
}

const answerOf = (verdict) =>
  typeof verdict?.alternative === 'number' ? verdict.alternative + 1 : 0;

function sqlSection({ gold, sql }) {
  const golds = (gold ?? []).filter((answer) => answer.sql);
  if (golds.length === 0 && !sql) return [];
  return [
    make('h2', {}, 'SQL'),
    make(
      'div',
      { class: 'pair' },
      make(
        'div',
        {},
        golds.map((answer, place) =>
          make(
            'div',
            { class: 'sheet sql' },
            make(
              'p',
              { class: 'caption' },
              place === 0 ? `Reviewed (${answer.dialect})` : `Alternative ${place}`,
            ),
            sqlText(answer.sql),
          ),
        ),
      ),
      make(
        'div',
        { class: 'sheet sql' },
        make('p', { class: 'caption' }, 'Predicted'),
        sql ? sqlText(sql) : make('p', { class: 'empty' }, 'No SQL'),
      ),
    ),
  ];
}

const sqlWords =
  /('(?:[^']|'')*')|(--[^\n]*|\/\*[\s\S]*?\*\/)|\b(select|from|where|group|by|order|having|limit|offset|join|left|right|full|inner|outer|cross|on|using|as|and|or|not|in|is|null|exists|between|like|case|when|then|else|end|union|all|intersect|except|with|recursive|distinct|asc|desc|over|partition|values|count|sum|avg|min|max|cast)\b/gi;

function sqlText(sql) {
  const pre = make('pre', { tabindex: '0' });
  let last = 0;
  for (const match of sql.matchAll(sqlWords)) {
    pre.append(sql.slice(last, match.index));
    const kind = match[1] ? 'text' : match[2] ? 'comment' : 'word';
    pre.append(make('span', { class: kind }, match[0]));
    last = match.index + match[0].length;
  }
  pre.append(sql.slice(last));
  return pre;
}

function diffSection({ verdict }) {
  const sample = verdict?.sample;
  if (!sample || sample.cells.length === 0) return [];
  const missing = (cell, side) =>
    side === 'gold' || cell.predictedRow === null ? '(no row)' : '(no column)';
  return [
    make('h2', {}, sample.more ? 'The first differing cells' : 'Differing cells'),
    make(
      'div',
      { class: 'rows sheet', tabindex: '0' },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            [sample.keyColumns.join(', ') || 'row', 'column', 'gold', 'predicted'].map((name) =>
              make('th', { scope: 'col' }, name),
            ),
          ),
        ),
        make(
          'tbody',
          {},
          sample.cells.map((cell) =>
            make(
              'tr',
              {},
              make(
                'td',
                {},
                cell.key.join(', ') || String((cell.goldRow ?? cell.predictedRow ?? 0) + 1),
              ),
              make('td', {}, cell.column),
              make('td', { class: 'gold-mark' }, cell.gold ?? missing(cell, 'gold')),
              make('td', { class: 'predicted-mark' }, cell.predicted ?? missing(cell, 'predicted')),
            ),
          ),
        ),
      ),
    ),
  ];
}

function rowsSection({ verdict, gold, predicted }) {
  const answer = gold?.[answerOf(verdict)];
  if (!answer?.rows && !predicted?.rows) {
    if (!answer && !predicted) return [];
    const words = [
      answer && `reviewed ${count(answer.rowCount, 'row')}`,
      predicted && `predicted ${count(predicted.rowCount, 'row')}`,
    ];
    return [
      make('h2', {}, 'Rows'),
      make(
        'p',
        { class: 'about' },
        `${words.filter(Boolean).join(', ')}; the rows are not in this report.`,
      ),
    ];
  }
  const goldMarks = new Set();
  const predictedMarks = new Set();
  for (const cell of verdict?.sample?.cells ?? []) {
    const place = answer?.columns?.indexOf(cell.column) ?? -1;
    if (cell.goldRow !== null) goldMarks.add(`${cell.goldRow} ${place}`);
    const column = verdict.columnMap?.[place];
    if (cell.predictedRow !== null) predictedMarks.add(`${cell.predictedRow} ${column}`);
  }
  return [
    make('h2', {}, 'Rows'),
    make(
      'div',
      { class: 'pair' },
      rowTable('Reviewed', answer, goldMarks, 'gold-mark'),
      rowTable('Predicted', predicted, predictedMarks, 'predicted-mark'),
    ),
  ];
}

function rowTable(caption, result, marks, markClass) {
  if (!result)
    return make('div', { class: 'sheet' }, make('p', { class: 'empty' }, `${caption}: no rows`));
  const rows = result.rows ?? [];
  const cut = result.rowCount > rows.length ? `, the first ${rows.length} shown` : '';
  return make(
    'div',
    { class: 'sheet' },
    make('p', { class: 'caption' }, `${caption}: ${count(result.rowCount, 'row')}${cut}`),
    make(
      'div',
      { class: 'rows', tabindex: '0' },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            make('th', {}, ''),
            (result.columns ?? []).map((name, column) =>
              make(
                'th',
                {
                  scope: 'col',
                  class: isNumber(rows.find((row) => row[column] !== null)?.[column])
                    ? 'number'
                    : '',
                },
                name,
              ),
            ),
          ),
        ),
        make(
          'tbody',
          {},
          rows.map((row, number) =>
            make(
              'tr',
              {},
              make('td', { class: 'nth' }, String(number + 1)),
              row.map((cell, column) =>
                cellOf(cell, marks.has(`${number} ${column}`) ? markClass : ''),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function cellOf(value, mark) {
  if (value === null) return make('td', { class: `null ${mark}` }, 'NULL');
  return make('td', { class: `${isNumber(value) ? 'number' : ''} ${mark}` }, cellText(value));
}

function isNumber(value) {
  if (value === null || typeof value !== 'object') return typeof value === 'number';
  return '$decimal' in value || '$bigint' in value || '$float' in value;
}

function cellText(value) {
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(cellText).join(', ')}]`;
  const [tag, content] = Object.entries(value)[0] ?? ['', ''];
  return typeof content === 'string' && tag.startsWith('$')
    ? content
    : JSON.stringify(content ?? value);
}

function scoresSection({ scores }) {
  const rows = Object.entries(scores ?? {});
  if (rows.length === 0) return [];
  return [
    make('h2', {}, 'Scores'),
    make(
      'div',
      { class: 'rows sheet' },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            ['scorer', 'state', 'value', 'passed'].map((name) =>
              make('th', { scope: 'col' }, name),
            ),
          ),
        ),
        make(
          'tbody',
          {},
          rows.map(([name, score]) =>
            make(
              'tr',
              {},
              [
                name,
                score.state,
                score.value ?? '–',
                score.passed === null ? '–' : score.passed ? 'yes' : 'no',
              ].map((text) => make('td', {}, String(text))),
            ),
          ),
        ),
      ),
    ),
  ];
}

// Moving about

function route() {
  const match = /^#\/run\/(\d+)$/.exec(location.hash);
  if (match) showRun(Number(match[1]));
  else showList();
}

function move(by) {
  const list = document.querySelector('.list');
  if (!list || shown.length === 0) return;
  current = Math.max(0, Math.min(shown.length - 1, current + by));
  reveal(list);
  drawVisible(list, list.firstElementChild);
}

function step(by) {
  const next = shown[current + by];
  if (next !== undefined) location.hash = `#/run/${next}`;
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping =
    event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  const list = document.querySelector('.list');
  if (event.key === 'Escape') {
    if (isTyping) event.target.blur();
    else if (!list) location.hash = '#/';
    else {
      Object.assign(filters, {
        text: '',
        suite: '',
        role: '',
        tag: '',
        difficulty: '',
        system: '',
      });
      filters.status.clear();
      showList();
    }
    return;
  }
  if (isTyping) return;
  const actions = list
    ? {
        j: () => move(1),
        ArrowDown: () => move(1),
        k: () => move(-1),
        ArrowUp: () => move(-1),
        PageDown: () => move(12),
        PageUp: () => move(-12),
        Home: () => move(-shown.length),
        End: () => move(shown.length),
        Enter: () => step(0),
        '/': () => document.querySelector('input[type="search"]').focus(),
        f: () => {
          filters.status.clear();
          filters.status.add('fail').add('error');
          list.refresh();
        },
      }
    : {
        n: () => step(1),
        j: () => step(1),
        p: () => step(-1),
        k: () => step(-1),
        Backspace: () => history.back(),
      };
  const action = actions[event.key];
  if (!action || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  action();
});

document.querySelector('#theme').addEventListener('click', () => {
  const isDark =
    document.documentElement.dataset.theme === 'dark' ||
    (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
});
window.addEventListener('hashchange', route);
window.addEventListener('resize', () => move(0));
route();
