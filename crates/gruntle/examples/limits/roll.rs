//! The cost of a heartbeat: the time of a node to read another one's and to answer. It is measured on one thread.

use std::time::Instant;

use server::limits::CalledNode;

use crate::{MEASURED, each};

pub fn measure() {
    println!(
        "\nThe roll: a node is told how far another one is with so many of its tables, and says what is lacking"
    );
    println!("tables  bytes  time of the node a table  a call");
    for tables in [1, 10, 100, 1000] {
        let mut node = CalledNode::new(tables);
        let begun = Instant::now();
        let mut calls = 0;
        while begun.elapsed() < MEASURED {
            node.hear().unwrap();
            calls += 1;
        }
        let time = begun.elapsed();
        let (table, call) = (each(time, calls * tables), each(time, calls));
        println!("{tables:>6}  {:>5}  {table:>21.2} µs  {call:.1} µs", node.bytes());
    }
}
