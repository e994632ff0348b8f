/** A small database for questions of lineage, in the words of PostgreSQL or SQLite. */
export function shopSchema(json: 'jsonb' | 'text'): string {
  return `
CREATE TABLE city (id integer PRIMARY KEY, code text NOT NULL, name text NOT NULL, parent_id integer);
CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, city_id integer, since date, state text NOT NULL);
CREATE TABLE product (id integer PRIMARY KEY, title text NOT NULL, city_id integer, state text NOT NULL, tags ${json});
CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL, product_id integer NOT NULL, placed_at timestamp, total numeric, state text NOT NULL);
CREATE TABLE step (id integer PRIMARY KEY, order_id integer NOT NULL, name text NOT NULL, place_no integer);
CREATE TABLE payment (id integer PRIMARY KEY, amount numeric NOT NULL, fee numeric, paid_at timestamp);
CREATE TABLE review (order_id integer NOT NULL, customer_id integer NOT NULL, score integer, PRIMARY KEY (order_id, customer_id));
CREATE TABLE "Odd Name" ("Id" integer PRIMARY KEY, "Some Text" text, "Other" text, "order" integer);
CREATE VIEW open_customers AS SELECT id, name, city_id FROM customer WHERE state = 'active';
CREATE VIEW order_totals AS SELECT customer_id, count(*) AS n, sum(total) AS km FROM orders GROUP BY customer_id;
`;
}
