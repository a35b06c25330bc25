for (const suite of document.querySelectorAll('.suite')) {
  const table = suite.querySelector('.sortable'), body = table.tBodies[0], filter = suite.querySelector('.filter');
  const rows = [...body.rows];
  const [text, verdict, output] = [filter.querySelector('input'), filter.querySelector('select'), filter.querySelector('output')];

  const show = () => {
    const wanted = text.value.trim().toLowerCase();
    for (const row of rows)
      row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted)
        || (verdict.value !== '' && row.dataset.verdict !== verdict.value);
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
    body.append(...rows.map(row => [key(row), row]).sort(([a], [b]) =>
      missing(a) || missing(b) ? missing(a) - missing(b) : (descending ? -1 : 1) * compare(a, b)).map(([, row]) => row));
  });
}

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
