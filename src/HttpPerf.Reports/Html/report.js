for (const suite of document.querySelectorAll('.suite')) {
  const table = suite.querySelector('.sortable'), bodies = [...table.tBodies], filter = suite.querySelector('.filter');
  const rows = bodies.flatMap(body => [...body.rows]), rowsOfBody = bodies[0]?.rows.length;
  const [text, verdict, output] = [filter.querySelector('input'), filter.querySelector('select'), filter.querySelector('output')];

  const show = () => {
    const wanted = text.value.trim().toLowerCase();
    for (const row of rows)
      row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted)
        || (verdict.value !== '' && row.dataset.verdict !== verdict.value);
    for (const body of bodies) body.hidden = [...body.rows].every(row => row.hidden);
    output.value = `${rows.filter(row => !row.hidden).length} of ${rows.length} cases`;
  };
  filter.addEventListener('input', show);
  filter.addEventListener('submit', e => e.preventDefault());
  show();

  table.tHead.addEventListener('click', e => {
    const header = e.target.closest('th');
    if (!header) return;
    const descending = header.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const key = row => {
      const cell = row.cells[header.cellIndex];
      return cell.classList.contains('number') ? (cell.dataset.value ? Number(cell.dataset.value) : NaN) : cell.textContent.trim();
    };
    const compare = (a, b) => typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true });
    // Rows without a figure stay at the end.
    const missing = key => typeof key === 'number' && isNaN(key);
    const sorted = rows.map(row => [key(row), row]).sort(([a], [b]) =>
      missing(a) || missing(b) ? missing(a) - missing(b) : (descending ? -1 : 1) * compare(a, b)).map(([, row]) => row);
    bodies.forEach((body, i) => body.append(...sorted.slice(i * rowsOfBody, (i + 1) * rowsOfBody)));
    show();
  });
}

// Groups are text until they are in view, printed, or the browser is idle: thousands of plots would delay the document.
const groups = [...document.querySelectorAll('.group')];
const fill = group => {
  const text = group.querySelector(':scope > noscript');
  if (!text) return;
  text.insertAdjacentHTML('beforebegin', text.textContent);
  text.remove();
};
groups.splice(0, 20).forEach(fill);
const show = entries => entries.filter(entry => entry.isIntersecting).forEach(entry => fill(entry.target));
const inView = new IntersectionObserver(show, { rootMargin: '100%' });
groups.forEach(group => inView.observe(group));
addEventListener('beforeprint', () => groups.splice(0).forEach(fill));
const whenIdle = window.requestIdleCallback ?? (work => setTimeout(work, 50));
const fillNext = () => {
  groups.splice(0, 5).forEach(fill);
  if (groups.length) whenIdle(fillNext);
};
addEventListener('load', () => whenIdle(fillNext));

// Tables are text until they are opened: a million cells would delay the document.
document.addEventListener('toggle', e => {
  const text = e.target.querySelector(':scope > .wide > pre.table');
  if (!e.target.open || !text) return;
  const table = document.createElement('table'), head = table.createTHead(), body = table.createTBody();
  text.textContent.split('\n').forEach((line, i) => {
    const row = (i === 0 ? head : body).insertRow();
    line.split('\t').forEach((value, column) => {
      const cell = row.appendChild(document.createElement(i === 0 || column === 0 ? 'th' : 'td'));
      cell.textContent = value;
      if (cell.tagName === 'TH') cell.scope = i === 0 ? 'col' : 'row';
      if (i > 0 && /^[-+−]?\d/.test(value)) cell.className = 'number';
    });
  });
  text.replaceWith(table);
}, true);
