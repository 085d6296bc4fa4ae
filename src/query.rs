//! Common part of the commands that answer a query about an item: from the arguments, at random, or a batch from a file or
//! standard input. Independent of the games.

use std::fmt::Write as _;

use hanamachi_report::terminal::count;
use hanamachi_solver::text::is_as_written;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::args::{ItemArgs, OutputArgs, SeedArgs, TextArgs};
use crate::batch;
use crate::contents::{self, ItemArgument};
use crate::failure::{Failure, Refusal};
use crate::items::Items;
use crate::output::{Output, Rendering};
use crate::seed;
use crate::session::Session;
use crate::workers::Workers;

/// Format of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerForm {
    /// Text for people, on several lines.
    Page,
    /// Text on one line.
    Line,
    /// A JSON object on one line.
    Json,
}

/// Subject of queries: an object with a text form.
pub(crate) trait QueryItem: Sized + Sync {
    /// Parses an item.
    fn parse(text: &str) -> Result<Self, Box<Refusal>>;

    /// Draws a random item, for `random`.
    fn random(generator: &mut Xoshiro256PlusPlus) -> Self;

    /// Returns the canonical text on one line.
    fn canonical(&self) -> String;

    /// Says how `text` was read, if it was written differently; `None` if nobody needs to be told.
    fn reading(&self, text: &str) -> Option<String> {
        let canonical = self.canonical();
        (!is_as_written(text, &canonical)).then(|| format!("read as {canonical}"))
    }
}

/// A query that can be asked about any item.
pub(crate) trait Query: Sync {
    /// Subject of the query.
    type Item: QueryItem;
    /// State that a worker keeps between items.
    type State: Send;

    /// Returns the answer, without the final line break.
    fn answer(&self, state: &mut Self::State, item: &Self::Item, form: AnswerForm)
    -> Result<String, Failure>;

    /// Returns the answers to some lines of a batch, one for each. By default each thread answers one line after another;
    /// queries that are faster for many items together override this.
    fn answer_batch(
        &self,
        workers: &Workers<Self::State>,
        texts: &[&str],
        form: AnswerForm,
        session: &Session,
    ) -> Vec<Result<String, Failure>> {
        workers.map(texts, |state, text| {
            session.check()?;
            self.answer(state, &Self::Item::parse(text)?, form)
        })
    }
}

/// Input and output of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryRunner<'a> {
    /// The item arguments.
    pub(crate) text: &'a TextArgs,
    /// Seed of `random`.
    pub(crate) seed: SeedArgs,
    /// Destination of the answers.
    pub(crate) output: &'a OutputArgs,
    /// Example command for the error message if no item is given.
    pub(crate) example: &'a str,
}

impl ItemArgs {
    /// Asks `query` about every item that the arguments name; `make` creates the state of a worker.
    pub(crate) fn ask<Q: Query>(
        &self,
        query: &Q,
        make: fn() -> Q::State,
        example: &str,
        session: &Session,
    ) -> Result<(), Failure> {
        let exchange = QueryRunner { text: &self.text, seed: self.seed, output: &self.output, example };
        exchange.ask(query, &Workers::new(self.threads.count(), make)?, session)
    }
}

/// The item that an argument names, with the seed of a random one; `Err` for the items of a file or of standard input. Says
/// how the text was read, unless the answer is an object, which holds the canonical text.
pub(crate) fn named<I: QueryItem>(
    asked: ItemArgument,
    seed: impl FnOnce() -> Result<u64, Failure>,
    is_object: bool,
    session: &Session,
) -> Result<Result<(I, Option<u64>), Items>, Failure> {
    let (text, line) = match asked {
        ItemArgument::Stdin => return Ok(Err(Items::of_stdin(session))),
        ItemArgument::File(items) if items.len() > 1 => return Ok(Err(Items::of_file(items))),
        ItemArgument::Random => {
            let seed = seed()?;
            return Ok(Ok((I::random(&mut seed::generator(seed)), Some(seed))));
        }
        ItemArgument::File(mut items) => {
            items.pop().map(|only| (only.text, Some(only.line))).unwrap_or_default()
        }
        ItemArgument::Text(text) => (text, None),
    };
    let item = I::parse(&text).map_err(|refusal| match line {
        Some(line) => Failure::from(refusal).of_item_at(line),
        None => contents::missing_file(&text, refusal).into(),
    })?;
    if let Some(reading) = item.reading(&text).filter(|_| !is_object) {
        session.note(reading);
    }
    Ok(Ok((item, None)))
}

/// Adds the seed of a random item to the object about it.
fn with_seed(mut object: String, seed: u64) -> String {
    if object.ends_with('}') {
        object.truncate(object.len() - 1);
        let _ = write!(object, ",\"seed\":{seed}}}");
    }
    object
}

impl QueryRunner<'_> {
    /// Asks `query` about every item.
    pub(crate) fn ask<Q: Query>(
        &self,
        query: &Q,
        workers: &Workers<Q::State>,
        session: &Session,
    ) -> Result<(), Failure> {
        let seed = || seed::resolve(self.seed.seed, session);
        let (item, drawn_by) = match named(self.text.asked(self.example)?, seed, self.output.json, session)? {
            Ok(one) => one,
            Err(several) => return self.ask_batch(query, workers, session, several),
        };
        let mut output = Output::open(self.output)?;
        let form = if self.output.json { AnswerForm::Json } else { AnswerForm::Page };
        let mut answer = workers.one(|state| query.answer(state, &item, form))?;
        if let (AnswerForm::Json, Some(seed)) = (form, drawn_by) {
            answer = with_seed(answer, seed);
        }
        output.line(&answer)?;
        output.finish()
    }

    fn ask_batch<Q: Query>(
        &self,
        query: &Q,
        workers: &Workers<Q::State>,
        session: &Session,
        items: Items,
    ) -> Result<(), Failure> {
        let mut output = Output::open(self.output)?;
        let rendering = Rendering::of_flag(self.output.json);
        let form = if rendering == Rendering::Json { AnswerForm::Json } else { AnswerForm::Line };
        let (mut rewritten, mut first) = (0, None);
        let result = batch::run(workers.count(), &mut output, rendering, session, items, |texts| {
            let answers = query.answer_batch(workers, texts, form, session);
            for (text, answer) in texts.iter().zip(&answers) {
                // A line begins with the canonical text.
                let is_other = |answer: &String| form == AnswerForm::Line && !answer.starts_with(text.trim());
                if answer.as_ref().is_ok_and(is_other)
                    && let Some(reading) = Q::Item::parse(text).ok().and_then(|item| item.reading(text))
                {
                    rewritten += 1;
                    first.get_or_insert(reading);
                }
            }
            answers
        });
        if let Some(first) = first {
            let texts = count(rewritten, "text");
            session.note(format_args!("{texts} differed from the canonical form; the first was {first}"));
        }
        match result {
            // Every line has its answer or its error, so the output is complete.
            Ok(()) | Err(Failure::LinesRefused(_) | Failure::LinesUnanswered(_)) => output.finish()?,
            Err(_) => {}
        }
        result
    }
}
